cam_breaks = { $raw } breaks off after { $n } of { $most } frames (truncated file); what was seen until then is kept
cam_closed = camera { $raw } cannot be opened: plug it in, or close the program that uses it
cam_empty = { $raw } is empty
cam_folder = { $raw } is a folder: give a video file
cam_no_frame = { $raw } holds no picture that can be read: the file is broken
cam_large = the pictures of { $raw } are { $raw2 } pixels: more than { $most } million are too many
cam_no_video = { $raw } cannot be read as a video: it is broken, truncated or of an unknown kind
cam_picture = { $raw } is a picture, not a video: use `arbiter see { $raw2 }`
cam_several = { $raw } fits several cameras: { $raw2 }; give more of the name
cam_silent = { $raw } has sent no picture for { $raw2 } s: is it still connected?
cam_mixed = cameras and films cannot be watched together: give films only, or cameras only
cam_many = no more than { $n } cameras can watch one table
cam_speed = the camera gives { $n } pictures a second, not { $most }: more light may help
cam_stream = no pictures come from { $raw }: check the address and the network
cam_unknown = there is no file and no camera called { $raw }; cameras here: { $raw2 }
cam_unmeasured = the pictures of { $raw } cannot be read: they are broken, or larger than { $most } million pixels
model_broken = the model { $raw } cannot be read ({ $raw2 }): install the package again
model_missing = the model { $raw } is missing from { $raw2 }: install the package again
model_no_file = { $raw }: no such file (--model wants an exported .onnx)
model_task = { $raw }: a model for { $raw2 } doesn't fit; boxes are needed (detect, pose or segment)
set_count = { $n ->
    [one] one pyramid is
   *[other] { $n } pyramids are
    } seen, { $most ->
    [one] one is
   *[other] { $most } are
    } named
set_name = name the colours with --order, in the picture from left to right (a stack from the top)
set_none = { $raw }: no file of a set's colours (make one: arbiter colours)
set_unsure = I cannot tell for sure which colour is which: { $text }
set_version = { $raw }: version { $raw2 } of a set's colours; this program reads { $raw3 }
view_none = no markers, no card or paper, and fewer than two standing pieces: { $text }
view_pieces = { $n } { $n ->
    [one] standing piece
   *[other] standing pieces
    }
view_remedy = lay a playing card beside them or the markers around them (or see arbiter calibrate --corners)
view_sheets = { LIST($list, last: "and") } and { $n } { $n ->
    [one] standing piece
   *[other] standing pieces
    }
view_untold = no markers, and the pieces do not tell the view: { $text }
cam_size = the camera gives { $raw } pixels, not { $raw2 }
none_found = none found
view_by = too few markers: the camera is placed by { $text }; lengths within { $raw }, sizes { $raw2 } sure
view_unsure = too few markers: the camera is placed by { $text }; lengths within { $raw } if the sizes are right, but all may be off by one ({ $raw2 } sure): lay a playing card beside them
sheet_poker = { $n } { $n ->
    [one] poker card
   *[other] poker cards
    }
sheet_bridge = { $n } { $n ->
    [one] bridge card
   *[other] bridge cards
    }
sheet_a4 = { $n } { $n ->
    [one] A4 sheet
   *[other] A4 sheets
    }
sheet_letter = { $n } { $n ->
    [one] Letter sheet
   *[other] Letter sheets
    }
sheet_square = { $n } { $n ->
    [one] square
   *[other] squares
    }
sheet_marker = { $n } { $n ->
    [one] marker
   *[other] markers
    }
pic_far = far too many pixels
https_trust = { $raw } shows a certificate that this machine does not trust ({ $raw2 }): have it signed, or take the camera's http address
https_kind = { $raw } sends no motion JPEG over https, but { $raw2 }
https_other = { $raw } is encrypted in a way that is not read: take the camera's https or rtsp address
pic_cut = broken or cut short
pic_kind = broken or of an unknown kind
pic_slow = packed in a way that takes far too long to unpack: save it as a plain JPEG or PNG
pic_bytes = larger than { $most } MB
pic_pixels = { $raw } pixels, and more than { $most } million are too many
pic_narrow = { $raw } pixels are too few in one direction
pic_gone = not there, or not a file
model_kind = { $raw }: only .onnx is opened, for other model files may run any program; export yours: { $raw2 }
model_bytes = { $raw }: larger than { $most } MB
model_names = { $raw }: the model does not name its classes: export it with ultralytics
model_unread = { $raw }: not an ONNX model that can be run: export it again (yolo export format=onnx)
model_other = { $raw }: the model does not do what ultralytics' do ({ $raw2 })
