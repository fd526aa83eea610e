"""The cameras of the zoo, by name."""

from __future__ import annotations

from types import MappingProxyType

from datasets.cameras.camera import Bank, CameraModel, Codec, Lens, Timing
from datasets.cameras.processing import Denoise, Sharpen, Tone
from datasets.cameras.shots import (
    AutoExposure,
    Exposure,
    Flicker,
    Focus,
    Noise,
    RollingShutter,
    Smear,
    WhiteBalance,
)

WEBCAM = Noise(3000, 7, row=0.0005, pattern=0.001)
PHONE = Noise(4500, 3)

CAMERAS: Bank = MappingProxyType(
    {
        "good-webcam": CameraModel((Noise(5000, 4),), filters=(Sharpen(0.3),), codec=Codec(crf=20)),
        "cheap-webcam": CameraModel(
            (Exposure(-0.2, 0.25), WhiteBalance(1.05, 0.94), Focus(0.7), Noise(800, 7, 0.001, 0.002)),
            Tone(contrast=0.2, saturation=0.85),
            (Denoise(3, 1.6), Sharpen(1.0, 1.4)),
            codec=Codec("mjpeg", quality=9),
        ),
        "laptop-webcam": CameraModel(
            (Exposure(0, 0.3), AutoExposure(0.22, 0.5), WEBCAM, Smear(0.5)),
            Tone(contrast=0.15),
            (Denoise(3, 2.0), Sharpen(0.7)),
            codec=Codec("mjpeg", quality=6),
        ),
        "conference-webcam": CameraModel(
            (AutoExposure(0.2, 0.4, 0.03), WEBCAM, Smear(0.6)),
            Tone(contrast=0.25, saturation=1.1),
            (Sharpen(0.8),),
            codec=Codec(kbit=1500),
        ),
        "phone-30fps": CameraModel(
            (AutoExposure(0.2, 0.8, 0.02), PHONE, RollingShutter(0.018)),
            Tone(contrast=0.35, shoulder=0.7, saturation=1.2),
            (Denoise(0, 1.5), Sharpen(0.6, 1.0)),
            codec=Codec(kbit=8000),
        ),
        "phone-60fps": CameraModel(
            (AutoExposure(0.2, 0.8), Noise(2500, 4), RollingShutter(0.012)),
            Tone(contrast=0.35, shoulder=0.7, saturation=1.2),
            (Denoise(0, 1.5), Sharpen(0.6, 1.0)),
            Timing(60),
            codec=Codec(kbit=10000),
        ),
        "phone-page": CameraModel(
            (PHONE, WhiteBalance(drift=0.01)),
            Tone(contrast=0.3, shoulder=0.8),
            (Sharpen(0.5),),
            Timing(15, open=0.3),
            codec=Codec("mjpeg", quality=12),
        ),
        "webcam-15fps": CameraModel(
            (Exposure(-0.1, 0.2), WEBCAM),
            filters=(Sharpen(0.6),),
            timing=Timing(15, open=0.5),
            codec=Codec("mjpeg", quality=5),
        ),
        "dim-evening": CameraModel(
            (WhiteBalance(1.18, 0.72), Exposure(-0.7, 0.25), Noise(130, 4, 0.004, 0.004), Smear(0.7, 0.09)),
            Tone(contrast=0.1),
            (Denoise(3, 3.0), Sharpen(0.5)),
            Timing(15, open=0.6),
            codec=Codec(crf=25),
        ),
        "dim-grainy": CameraModel(
            (WhiteBalance(1.1, 0.85), Exposure(-0.9, 0.2), Noise(300, 5, 0.003, 0.002)),
            filters=(Denoise(0, 2.0),),
            codec=Codec(crf=24),
        ),
        "warm-lamp": CameraModel(
            (WhiteBalance(1.32, 0.58), Exposure(-0.1), WEBCAM), filters=(Sharpen(0.4),), codec=Codec(crf=22)
        ),
        "cold-light": CameraModel(
            (WhiteBalance(0.82, 1.2), WEBCAM), filters=(Sharpen(0.4),), codec=Codec(crf=22)
        ),
        "flicker-50hz": CameraModel(
            (Flicker(50, 0.09, 0.028), WEBCAM), filters=(Sharpen(0.5),), codec=Codec("mjpeg", quality=5)
        ),
        "flicker-60hz": CameraModel(
            (Flicker(60, 0.10, 0.016, 0.004), Noise(2500, 5)), filters=(Sharpen(0.5),), codec=Codec(kbit=4000)
        ),
        "exposure-hunting": CameraModel(
            (AutoExposure(0.2, 0.25, 0.22, 1.5), WEBCAM),
            Tone(contrast=0.2),
            (Sharpen(0.5),),
            codec=Codec(crf=22),
        ),
        "white-drift": CameraModel(
            (WhiteBalance(drift=0.06, every_s=2.5), WEBCAM), filters=(Sharpen(0.4),), codec=Codec(crf=22)
        ),
        "focus-hunting": CameraModel(
            (Focus(0.4, every_s=5.0), Noise(3000, 4)),
            Tone(contrast=0.2),
            (Sharpen(0.6),),
            codec=Codec(crf=22),
        ),
        "soft-focus": CameraModel((Focus(1.4), WEBCAM), codec=Codec(crf=22)),
        "wide-lens": CameraModel(
            (Exposure(0, 0.4), WEBCAM), filters=(Sharpen(0.6),), lens=Lens(-0.16, 0.03), codec=Codec(crf=22)
        ),
        "very-wide-lens": CameraModel(
            (Exposure(0.1, 0.55), Noise(3000, 4)),
            Tone(contrast=0.25),
            (Sharpen(0.7),),
            lens=Lens(-0.28, 0.08),
            codec=Codec(kbit=6000),
        ),
        "poor-stream": CameraModel((WEBCAM,), filters=(Denoise(3, 2.0),), codec=Codec(kbit=700, key_s=2.0)),
        "starved-stream": CameraModel(
            (WEBCAM,), filters=(Denoise(3, 2.0),), timing=Timing(20), codec=Codec(kbit=350, key_s=5.0)
        ),
        "pulsing-stream": CameraModel((Noise(3000, 5),), codec=Codec(crf=31, key_s=0.8, preset="ultrafast")),
        "dropped-frames": CameraModel(
            (WEBCAM,),
            filters=(Sharpen(0.5),),
            timing=Timing(lost=0.08, run=1.5),
            codec=Codec("mjpeg", quality=5),
        ),
        "stuttering": CameraModel((Noise(3000, 4),), timing=Timing(lost=0.2, run=6), codec=Codec(kbit=4000)),
        "contrasty": CameraModel(
            (Noise(3000, 4),),
            Tone(contrast=0.7, lift=-0.03, saturation=1.15),
            (Sharpen(0.5),),
            codec=Codec(crf=21),
        ),
        "flat-picture": CameraModel(
            (Noise(3000, 4),),
            Tone(contrast=-0.3, lift=0.09, shoulder=0.6, saturation=0.7),
            codec=Codec(crf=21),
        ),
        "halos": CameraModel(
            (WEBCAM,), filters=(Denoise(3, 1.2), Sharpen(2.0, 1.8)), codec=Codec("mjpeg", quality=6)
        ),
        "smeared": CameraModel(
            (Noise(500, 6), Smear(0.85, 0.07)), filters=(Denoise(5, 3.0),), codec=Codec(crf=26)
        ),
        "overexposed": CameraModel(
            (Exposure(0.75), WEBCAM), Tone(shoulder=0.75), (Sharpen(0.4),), codec=Codec(crf=22)
        ),
        "underexposed": CameraModel((Exposure(-1.5), WEBCAM), filters=(Sharpen(0.4),), codec=Codec(crf=22)),
    }
)
