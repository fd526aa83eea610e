"""Path tracing in which lamps and sky shine straight through translucent walls (Mitsuba, compiled variants).

A plain path tracer finds light behind a refracting wall only by chance: things inside or behind a translucent
piece remain dark except for fireflies. Here shadow rays pass straight through such walls, and each wall tints
them. Light that a path reaches by chance, through a wall after a matt surface, is not added: the shadow rays
have counted it already. The camera's own view is refracted correctly.

Import this after setting a compiled variant: it registers the integrator "shine" and the material "tinted"
with Mitsuba.
"""

from __future__ import annotations

from typing import Any

import drjit as dr
import mitsuba as mi

MOST_WALLS = 24
"""Most surfaces that a ray to a light can cross: six nested pieces of four surfaces each."""


class Tinted(mi.BSDF):  # type: ignore[misc, name-defined]
    """The material ``inner``, which passes ``tint`` of the light straight through to shadow rays."""

    def __init__(self, props: Any) -> None:
        mi.BSDF.__init__(self, props)
        self.inner, self.tint = props["inner"], props["tint"]
        self.m_components = [self.inner.flags(i) for i in range(self.inner.component_count())]
        self.m_flags = self.inner.flags()

    def sample(self, ctx: Any, si: Any, sample1: Any, sample2: Any, active: Any = True) -> Any:
        return self.inner.sample(ctx, si, sample1, sample2, active)

    def eval(self, ctx: Any, si: Any, wo: Any, active: Any = True) -> Any:
        return self.inner.eval(ctx, si, wo, active)

    def pdf(self, ctx: Any, si: Any, wo: Any, active: Any = True) -> Any:
        return self.inner.pdf(ctx, si, wo, active)

    def eval_pdf(self, ctx: Any, si: Any, wo: Any, active: Any = True) -> Any:
        return self.inner.eval_pdf(ctx, si, wo, active)

    def eval_null_transmission(self, si: Any, active: Any = True) -> Any:
        return self.tint.eval(si, active)


class Shine(mi.SamplingIntegrator):  # type: ignore[misc, name-defined]
    """Paths of at most ``max_depth`` surfaces."""

    def __init__(self, props: Any) -> None:
        mi.SamplingIntegrator.__init__(self, props)
        self.max_depth = props.get("max_depth", 18)

    @dr.syntax
    def sample(self, scene: Any, sampler: Any, ray_: Any, medium: Any = None, active: Any = True) -> Any:
        ctx = mi.BSDFContext()
        ray, depth = mi.Ray3f(ray_), mi.UInt32(0)
        light, through = mi.Spectrum(0), mi.Spectrum(1)
        before, pdf_before = dr.zeros(mi.Interaction3f), mi.Float(1)
        sharp, matt = mi.Bool(True), mi.Bool(False)  # last bounce a mirror; any bounce before it not
        active, seen = mi.Bool(active), mi.Bool(False)
        while dr.hint(active, max_iterations=self.max_depth):
            si = scene.ray_intersect(ray, active)
            direct = mi.DirectionSample3f(scene, si, before)
            lucky = scene.pdf_emitter_direction(before, direct, ~sharp)
            weight = dr.select(
                sharp, dr.select(matt, 0.0, 1.0), pdf_before / dr.maximum(pdf_before + lucky, 1e-9)
            )
            light = dr.fma(through * weight, direct.emitter.eval(si, active), light)
            seen |= active & (depth == 0) & si.is_valid()
            active &= si.is_valid()
            bsdf = si.bsdf(ray)
            smooth = active & mi.has_flag(bsdf.flags(), mi.BSDFFlags.Smooth)
            picked, radiance = scene.sample_emitter_direction(si, sampler.next_2d(), False, smooth)
            smooth &= picked.pdf != 0
            radiance *= shine_through(scene, si, picked, smooth)
            wo = si.to_local(picked.d)
            one, two = sampler.next_1d(), sampler.next_2d()
            value, pdf = bsdf.eval_pdf(ctx, si, wo, smooth)
            shared = dr.select(picked.delta, 1.0, picked.pdf / dr.maximum(picked.pdf + pdf, 1e-9))
            light[smooth] = light + through * value * radiance * shared
            bounce, factor = bsdf.sample(ctx, si, one, two, active)
            ray = si.spawn_ray(si.to_world(bounce.wo))
            through *= factor
            before, pdf_before = dr.detach(mi.Interaction3f(si)), bounce.pdf
            matt |= ~mi.has_flag(bounce.sampled_type, mi.BSDFFlags.Delta)
            sharp = mi.has_flag(bounce.sampled_type, mi.BSDFFlags.Delta)
            depth[si.is_valid()] += 1
            most = dr.max(through)
            going = dr.minimum(most, 0.95)
            roulette = depth >= 8
            through[roulette] *= dr.rcp(dr.maximum(going, 1e-4))
            active &= (most > 0.002) & (~roulette | (sampler.next_1d() < going)) & (depth < self.max_depth)
        return light, seen, []


@dr.syntax
def shine_through(scene: Any, start: Any, picked: Any, active: Any) -> Any:
    """Fraction of a light that passes straight through all walls on the way."""
    ray = start.spawn_ray_to(picked.p)
    share, walls, going = mi.Spectrum(1), mi.UInt32(0), mi.Bool(active)
    while dr.hint(going, max_iterations=MOST_WALLS):
        si = scene.ray_intersect(ray, going)
        hit = going & si.is_valid()
        share[hit] *= si.bsdf().eval_null_transmission(si, hit)
        walls += 1
        going = hit & (dr.max(share) > 0.001) & (walls < MOST_WALLS)
        ray = si.spawn_ray_to(picked.p)
    return share


mi.register_bsdf("tinted", Tinted)
mi.register_integrator("shine", Shine)
