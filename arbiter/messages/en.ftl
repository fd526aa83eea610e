# Pyramid Arbiter in English. How a language is made: README.md in this folder.

language = en
name = English
voice = en
times = { $n ->
    [0] { "" }
    [1] once
    [2] twice
   *[other] { WORDS($n) } times
    }
default_player-near = Near
default_player-far = Far
resumed = Going on. { $where }.
table_holds = { $name } has { $pieces }.
table_holds_none = { $name } has nothing left.
table_row = In { $name }'s row: { $pieces }.
table_stack = The stack, from the top: { $colours }.
table_times = { $n } { $piece }
table_colour = { $colour }
table_row_of = Row { $n }: { $cells }.
table_token_of = { $name }'s token
table_to_match = To match: { $pyramid }.
table_tokens = { $name }'s tokens: { $squares }.
table_in_rows = In the rows: { $rows }.
table_may_play = { $name } may play { $pieces }.
table_open = { $name } may take { $squares }.
table_open_any = Open: { $squares }.
table_card = card { $n }: { $pieces }
table_cards = { $name }'s cards, bottom to top: { $cards }.
table_no_cards = { $name }'s cards are empty.
table_stocks = In stock: { $stocks }.
table_stock = { $name }'s stock: { $pieces }.
table_vault = { $name }'s vault: { $pieces }.
table_nothing = nothing
table_empty = empty
table_owns = { WORD($owner) }: { $structures }.
table_deltas = Since the turn began: red { $red }, blue { $blue }.
gains_now = { $name } has the initiative
table_liennas = In play: { $liennas }.
table_lienna = { WORD($owner) }'s Lienna{ $name }
table_liennas_label = Liennas
power_due = { $name } may use the power of { $colours }, or decline it.
extra_due = { $name } may sow again, or stop.
fact_match = To match
fact_open = Open squares
fact_line = { $n ->
    [0] nothing towards a line yet
   *[other] { WORDS($n) } of five towards a line
    }
fact_left = { $line }, { $n ->
    [0] no tokens left
    [one] one token left
   *[other] { WORDS($n) } tokens left
    }
fact_vault = vault: { $pieces }
fact_due = Due now
fact_stock = { $name }'s stock
fact_order = Order of play
fact_structures = { $structures } ({ $delta } since the turn began)
leads = { $name } leads { $piece }
parries = { $name } parries with { $piece }
leads_again = { $name } has nothing left and leads the { $piece } again
parries_again = { $name } has nothing left and parries with the { $piece } again
sacrificing = { $play }, sacrificing { $piece }
calling = { $play }, and calls { $colour }
and_gains = { $play } and takes the initiative
gains = { $name } takes the initiative.
keeps = { $name } keeps the initiative.
moves_up = { $colour } moves up { $n }{ $place }.
moves_down = { $colour } moves down { $n }{ $place }.
to_top = { " " }to the top
to_bottom = { " " }to the bottom
stack_stays = The stack stays as it is.
must_size = { $name } must parry with { $a_size }: { $colours }.
must_one = { $name } must parry with { $piece }.
must_any_size = { $name } must parry with any { $size }.
must_colour = { $name } has no { $size }: the parry must be { $a_colour }, { $sizes }.
must_colour_one = { $name } has no { $size }: the parry must be { $piece }.
must_any_colour = { $name } has no { $size }: any { $colour } will do.
must_call = { $name } must answer with { $a_colour }: { $sizes }.
must_call_one = { $name } must answer with { $piece }.
must_call_any = { $name } must answer with any { $colour }.
illegal = { $name }'s { $piece } is not legal: { $rule }.
illegal_again = { $name } can't play the { $piece } again: { $rule }.
no_rule = the rules don't allow it
take_back = { $name } takes back the { $piece }.
stood = { $name }'s { $piece } was not legal, but it stands.
correction = Correction: { $play }
stack_wrong = The initiative stack is not right. From the top it should be { $colours }.
stack_swapped = The initiative stack is not right: { $first } and { $second } should change places.
stack_right = The initiative stack is right again.
option = { $n }: { $text }.
withdrawn = Never mind, the table has changed.
assumed = Nobody answered, so I go on as if it was this: { $text }. Put it right if it was not.
played_on = You play on from it, so I take it: { $text }.
noted = Noted.
waiting = All right, I wait.
setup = Ready. The stack, from the top: { $colours }.
setup_sizes = { $name }: { $sizes }.
setup_again = I had misread the set-up; it is put right.
round_won = { $name } wins the round.
round_drawn = The round is a draw.
points = { $n ->
    [one] { WORDS($n) } point
   *[other] { WORDS($n) } points
    }
pyramids = { $n ->
    [one] { WORDS($n) } pyramid
   *[other] { WORDS($n) } pyramids
    }
score = { $pyramids } times { $points }{ $doubled }: { $total }.
doubled_calls = { $n ->
    [0] { "" }
    [1] doubled once for a call
    [2] doubled twice for calls
   *[other] doubled { WORDS($n) } times for calls
    }
doubled_virtual = { $n ->
    [0] { "" }
    [1] doubled once for a pyramid played again
    [2] doubled twice for pyramids played again
   *[other] doubled { WORDS($n) } times for pyramids played again
    }
no_score = Nobody scores.
match_won = { $name } wins the match, { $high } to { $low }.
match_drawn = The match is a draw at { $high } each.
ready_game = Ready.
ready_nickel = The board is complete. The first token goes on the edge.
ready_sanctum = Ready. Red has the initiative.
draft_was = Correction: move { $n } was { $move }, not { $before }.
board_illegal = { $move }. That is not legal: { $rule }.
board_was = Correction: move { $n } was a different one. { $move }.
board_back = { $move }: taken back
board_goes_on = We go on from how the table lies.
board_stood = { $move }. That was not legal, but it stands.
game_won = { $name } wins the game.
game_drawn = The game is a draw.
token = { $name } takes { $square } and hands over the { $pyramid }
must_match = { $name } must match { $colour } or { WORD($way) }
standing = standing { $colour }
pointing = { $colour } pointing { WORD($way) }
way-north = north
way-east = east
way-south = south
way-west = west
way-up = standing
owner-red = Red
owner-blue = Blue
owner-neutral = The neutral side
structure_captured = { WORD($owner) } captures { $structure }
structure_gone = { $structure } is destroyed
structure_built = { WORD($owner) } builds { $structure }
draft_ready = The draft begins. The stack, from the top: { $colours }, all { $size }. Draw a pyramid and put it at a marker.
draft_at = { $pieces } at marker { $n }
draft_row = the row of marker { $n }
draft_of = { $pieces } of marker { $n }
draft_illegal = { $name }: { $move }. That is not legal: { $rule }.
draft_back = { $name } takes back: { $move }
draft_stood = { $name }: { $move }. That was not legal, but it stands.
draft_puts = { $name } puts { $piece } at marker { $n }
draft_hands = Pyramids taken: { $hands }.
draft_full = marker { $n } is full
draft_takes = { $name } takes { $pieces } of marker { $n } and has { $now }
draft_left = Left there: { $pieces }
draft_closes = marker { $n } is closed and { $name } has to wait
draft_opens = all markers are open again
draft_done = The draft is over: both have ten pyramids. Put what is left at the markers into the bag, and the match begins
draft_must = { $name } must take a row
draft_may = { $name } draws for marker { $markers }, or takes a row
draft_draws = { $name } draws for marker { $markers }
draft_row_is = Marker { $n }: { $text }.
draft_shut = { $text }, closed
draft_marker = Marker { $n }
draft_waiting = Waits
turn_starts = Turn { $n }: red { $red }, blue { $blue }
best_win = With best play { $name } wins { $n } { $unit }.
best_draw = With best play it is a draw.
best_win_only = With best play { $name } wins.
best_least = { $name } is winning, by at least { $n } { $unit }.
best_safe = { $name } can at least draw.
best_open = Too much is still open to be certain: { $guess }.
guess_winner = it looks like { $name }, by about { $n } { $unit }
guess_winner_only = it looks like { $name }
guess_even = it looks even
best_unit = { $n ->
    [one] point
   *[other] points
    }
threw_win = This threw the win away.
threw_draw = This threw the draw away.
gave_away = This gave away { $n } { $unit }.
gave_away_least = This gave away at least { $n } { $unit }.
better_play = Better: { $play }.
turning_point = It was lost here.
not_solved = Not solved: there was no time for this play.
still_thinking = Still thinking about this play.
thinking_failed = This play could not be judged: { $reason }.
corrected_replace = Put right by { $by }: it was read as { $was }.
corrected_insert = Put in by { $by }: it had not been seen.
corrected_follows = Put right along with another play: it was read as { $was }.
corrected_back = Taken back by word of { $by }.
correction_delete = { $name }'s { $was } is taken out
correction_delete_told = { $move }: taken out
correction_delete_why = Taken out by { $by }: it was never played.
correction_set = The set-up is put right: { $what }
correction_set_piece = { $name }'s { $was } is { $now }
correction_set_stack = the stack from the top is { $colours }
correction_set_size = all of the stack are { $size }
correction_set_owner = { $structure } is { WORD($owner) }
correction_set_card = { $name }'s card { $n }: { $pieces }
correction_set_why = Put right by { $by }: the arbiter had misread it.
correction_rule = Other rules: { $what }
correction_rule_why = Changed by { $by }: every move is judged by these rules.
correction_moot = { $name }'s { $was } no longer counts
correction_moot_told = { $move }: no longer counts
correction_moot_why = The round was over by then.
correction_unread = A correction could not be made
ruling_allow = The players allow { $name }'s { $was }
ruling_allow_told = { $move }: allowed by the players
ruling_allow_why = The arbiter was overruled: it counts.
ruling_refuse = The players refuse { $name }'s { $was }
ruling_refuse_told = { $move }: refused by the players
ruling_refuse_why = The arbiter was overruled: it does not count.
by_people = the players
question_answered = Answered: { $text }.
not_answered = Not answered.
on = { " " }on{ " " }
case_where = Round { $round }, move { $move }, { $clock }
case_where_draft = Draft, move { $move }, { $clock }
notice = Notice
case_now = When it was disputed
case_read_as = Read as
case_verdict = Verdict
case_rule = Rule
case_sure = { $sure } sure
case_pictures = pictures: { $stills } of the move, { $clip } of the seconds around it (--html shows them)
case_written = page: { $path }
judge_round = round { $n }
judge_against = { $near } against { $far }
judge_before = Before move { $n }: { $text }
judge_after = After it: { $text }
judge_end = At the end: { $text }
judge_illegal = { $n } illegal ({ $n ->
    [one] move
   *[other] moves
    } { $numbers })
judge_all_legal = all legal
judge_result = { $moves }, { $illegal }. Result: { $result }
judge_legal = Legal
judge_possible = { $game }: { $text }; the position is possible
judge_impossible = { $game }: { $text }; the position is not possible
judge_unsolved = { $game } cannot be solved
stat_players = { $near } (near) and { $far } (far)
stat_minutes = { $clock } minutes
stat_median = median { $seconds } s
stat_initiative = initiative { $share }
stat_plies = plies
stat_captures = captures
stat_questions = questions
stat_answered = { $n } answered
stat_withdrawn = { $n } withdrawn
stat_open = { $n } open
stat_answer = answered: { $text }
stat_take_backs = take-backs
stat_corrections = corrections
stat_disputes = disputes
stat_round = round { $n }
stat_turning = turning point
stat_step = step { $n }: { $title }
stat_illegal = illegal plays
stat_games = { $n } { $n ->
    [one] game
   *[other] games
    }: { $kinds }
stat_none = none
stat_sums = { $plies } { $plies ->
    [one] ply
   *[other] plies
    }, { $captures } { $captures ->
    [one] capture
   *[other] captures
    }, { $disputes } { $disputes ->
    [one] dispute
   *[other] disputes
    }, { $asked } { $asked ->
    [one] question
   *[other] questions
    }, { $answered } of them answered
stat_player = player
stat_by_rule = illegal plays by rule: { $rules }
stat_openings = openings of { $game }
stat_unread = not read: { $file }: { $reason }
stat_wins = { $name } wins
verify_head = { $name } against { $source }: { $steps ->
    [one] one step agrees
   *[other] { $steps } steps agree
    }, { $plies ->
    [one] one of them a ply
   *[other] { $plies } of them plies
    }
verify_people = decided by people, { $what }; the replay agrees
verify_people_not = decided by people, { $what }; the replay saw something else or nothing
verify_missed = decided by people ({ $what }): the replay gave no occasion
verify_first = first parting, the record has { $what }
verify_then = then, the record has { $what }
verify_replay = the replay has { $what }
verify_rules = the record parts from the rules: { $what }
verify_agree = they agree
verify_part = they part
verify_nothing = nothing there
verify_more = { $what }; and { $n } more
verify_without = { $raw } is not there (say where with --film): the game is watched again without it
verify_kind-setup = set-up
verify_kind-move = move
verify_kind-amended = amended
verify_kind-take_back = take-back
verify_kind-illegal_stood = illegal stood
verify_kind-round_over = round over
verify_kind-match_over = match over
verify_ply = round { $round } ply { $ply }: { $kind } { $text }
verify_step = round { $round }: { $kind } { $text }
verify_wins = { $who } wins
verify_draw = a draw
verify_illegal = illegal, { $rule }
cluster_extra = to spread work over a cluster the package distributed is needed: { $raw }
cluster_none = no cluster answers at { $raw }: give the address that `dask scheduler` prints, such as tcp://192.168.0.2:8786
cluster_lost = the cluster at { $raw } has gone: start it and this again
cluster_killed = { $raw } has brought several workers down: leave it out, or give them more memory
correct_sum = corrected: { $n ->
    [one] one step
   *[other] { $n } steps
    } told otherwise, { $all } in all
see_count = { $pyramids } in { $places }
see_pyramids = { $n ->
    [one] { $n } pyramid
   *[other] { $n } pyramids
    }
see_places = { $n ->
    [one] { $n } place
   *[other] { $n } places
    }
see_posture-upright = upright
see_posture-flat = flat
see_heading = pointing to { $degrees } degrees
see_unsure = { $size } { $colours }?
see_help = { $text } (see { $program } --help)
voice_works = The arbiter can speak.
file_written = written to { $path }
file_ready = { $path } is ready ({ $size }): it opens in any browser, without a network
home_taken = arbiter: another arbiter may be running at that address: this one takes another port
film_noted = { $file } says that this film was played with { $rules }: to play it so, add { $options }
home_open = { $url }  (the home page; games are kept in { $folder }; Ctrl-C ends)
review_keys = { $url }  (arrow keys step, Ctrl-C ends)
said_correction = Put right.
said_undo = The correction is undone.
said_allow = The players overrule the arbiter: the play counts.
said_refuse = The players overrule the arbiter: the play does not count.
said_back = Taken back.

## The live page, the review, the shared file and the page of a dispute
page-app = Pyramid Arbiter
page-waiting_table = Waiting for the table
page-connecting = Connecting
page-live = Live
page-stopped = The arbiter has stopped
page-skip = To what is legal
page-mute = Mute
page-muted = Muted
page-dispute = Dispute
page-corners = Corners
page-settings = Voice
page-no_picture = No picture from the camera yet
page-which_camera = Camera { $n }
page-cameras = Camera
page-view_number = Camera { $n }: show it larger, or small again
page-camera_alt = The table as the camera sees it, with what the arbiter found drawn in
page-corners_title = Corners by hand
page-corners_help = Drag the rings until the frame lies on the corners of one card, sheet or mat. Arrow keys move a corner finely.
page-corners_kind = What it is
page-corners_width = Width in mm
page-corners_height = Height in mm
page-place = Place
page-placed = The table is placed by these corners
page-not_placed = Not placed: { $why }
page-cancel = Cancel
page-kind_board = Nickel's board
page-kind_cards = All cards together
page-help_board = Drag the rings onto the outer corners of the board of five by five squares.
page-help_cards = Drag the rings onto the outer corners of both rows of cards together, without the vaults.
page-kind_markers = The markers of the draft
page-help_markers = Drag the rings onto the outer corners of the row of three markers, with room for the pyramids at them.
page-marked = The arbiter looks there from now on
page-kind_poker = Poker card
page-kind_bridge = Bridge card
page-kind_a4 = A4 paper
page-kind_letter = Letter paper
page-kind_other = Other size
page-corner = Corner { $name }; arrow keys move it
page-near_left = near left
page-near_right = near right
page-far_right = far right
page-far_left = far left
page-asks = The arbiter asks
page-score_now = Score if won now
page-score_round = Score of the round
page-score_tokens = Tokens on the board
page-score_drafted = Pyramids taken
page-score_vault = Score of the vaults
page-score_end = Result
page-facts = At this table
page-legal_plays = Legal plays
page-legal_parries = Legal parries
page-legal_all = Legal now: { $n }
page-to_parry = To be parried
page-announcements = Announcements
page-position = The position
page-position_alt = Diagram of the position
page-table_words = The table in words
page-illegal = Illegal
page-home = Start
page-home_title = Pyramid Arbiter
page-home_tag = A referee for games with Looney pyramids, on your own table
page-home_new = New game
page-home_game = Game
page-home_near = Near the camera
page-home_far = Across from it
page-home_source = Camera
page-home_camera = Camera { $name }
page-home_first_camera = First camera
page-home_phone = A phone as the camera
page-home_sample = No camera: the sample video
page-home_file = A film or a stream's address
page-home_second = Second camera
page-home_third = Third camera
page-home_no_other = None
page-home_address = File or address
page-home_play = Play
page-home_starting = Starting: the page goes over to the game by itself
page-home_phone_open = Open the page of the game, then the camera on the phone with the link in the terminal
page-home_seen = What the camera sees
page-home_see_alt = What the camera sees now
page-home_light = Light
page-home_sharp = Sharpness
page-home_in_focus = in focus
page-home_blurred = blurred: wipe the lens, or let it refocus
page-home_markers = Markers
page-home_markers_n = { $n } of 4 seen
page-home_markers_none = none seen: the table is placed by the pyramids
page-home_fix_dark = too dark: a lamp, from above and the side
page-home_fix_bright = too bright: dim it, or darken the table
page-home_fix_glare = glare: move the lamp, or draw the curtain
page-home_fix_flat = hardly any contrast: is the lens covered?
page-home_noted = { $file } says how this film was played: { $rules }.
page-home_use_notes = Play it by these rules
page-home_go_on = Go on
page-home_interrupted = Not finished yet
page-home_library = Played games
page-home_search = Search by name, game or date
page-home_none = No game is kept here yet. The first one will be listed as soon as it begins.
page-home_none_found = No game fits.
page-home_won = { $who } won
page-home_drawn = A draw
page-home_open = Not finished; moves: { $n }
page-home_film_over = To the end of the film; moves: { $n }
page-home_moves = Moves: { $n }
page-home_review = Review
page-home_share = Share
page-home_packing = Packing { $file } into one file, with who stood better …
page-home_packed = { $file } is saved with your downloads: one file to send.
page-home_again = Again
page-home_statistics = Statistics
page-home_wins = { $name }: { $won } won of { $games }
page-home_settings = Settings
page-home_voice = Say it aloud here
page-home_allow = Phones may look on
page-home_known = Browsers warn of the certificate, which this machine made itself: go on if they show this fingerprint (SHA-256): { $fingerprint }
page-home_scan = Scan this with a phone; the link stays the same
page-home_scan_alt = Code of the link for phones
page-home_after_start = Scan it once the page has been opened anew
page-home_kept = Games are kept in { $folder }
page-home_help = Help
page-home_help_1 = Print the markers and lay the four of them around the table.
page-home_help_2 = Put the camera where it sees all four, looking down at 35 to 65 degrees, in even light from above.
page-home_help_3 = Set the game up, take your hands away, and play once the set-up has been called out.
page-home_help_4 = When it asks, answer with 1, 2, 3. M mutes, D disputes, E puts the game right, X shows what is detected.
page-home_mat = The markers to print (PDF)
page-home_refused = The game could not be started: what was chosen does not fit together
page-home_only_here = Games are started on the machine that the camera is at. Here you can look at those played.
page-after_title = The match is over
page-to_home = Home page
page-leave = End the game
page-leave_sure = End this game? It is kept, and you can go on with it.
page-leave_no = Play on
page-gone_title = The arbiter has stopped
page-gone_home = Start it again with { $command }: this page goes on by itself.
page-gone_resume = Go on with the game: { $command }
page-gone_review = See it: { $command }
page-opt_variant = Rules
page-opt_variant-advanced = Advanced: sacrifices, pummeling and calling too
page-opt_variant-basic = Basic: attack and parry only
page-opt_rounds = Rounds
page-opt_rounds-2 = Two: the inventories change hands
page-opt_rounds-1 = One
page-opt_draft = Draft
page-opt_draft-no = No: the pyramids lie ready
page-opt_draft-yes = Yes: the players draft theirs first
page-opt_l_shape = The L that wins
page-opt_l_shape-3_3 = Three and three: its arms are alike
page-opt_l_shape-4_2 = Four and two: a long arm and a short one
page-opt_l_shape-both = Either of the two
page-opt_cards = Cards a side
page-opt_cards-4 = Four
page-opt_cards-3 = Three: a shorter game
page-opt_trios = Trios of each colour
page-opt_trios-2 = Two
page-opt_trios-1 = One: fits a small set
page-opt_marker = Turn marker
page-opt_marker-none = None: each turn is typed
page-opt_marker-yellow = Yellow: it stands and lies by turns
page-opt_marker-green = Green
page-opt_marker-black = Black
page-opt_tree_power = A tree's power
page-opt_tree_power-top = That of its small pyramid
page-opt_tree_power-any = That of any of its three colours
page-zoomed = What it is about, near by: { $text }
page-last_played = Last played
page-setup_open = The set-up: something is open
page-setup_ready = Is the set-up right?
page-detected = What is detected
page-diagnosis = What the camera gives
page-diag_detected = Detected
page-diag_found = { $units } things, { $hands } hands
page-diag_found_hand = { $units } things, 1 hand
page-diag_frames = Frames looked at
page-diag_a_second = { $n } a second
page-diag_light = Light
page-diag_light_ok = good
page-diag_light_dark = too dark
page-diag_light_bright = too bright
page-diag_light_glare = glare
page-diag_light_flat = hardly any contrast
page-diag_focus = Sharpness
page-diag_sharp = in focus (edges of { $n } px)
page-diag_blurred = blurred (edges of { $n } px)
page-diag_error = Error of the calibration
page-diag_table = The table
page-diag_lost = not found
page-diag_still = lies still
page-diag_moving = something moves
page-diag_size = Picture
page-rule = Rule { $id }
page-rule_alt = A position in which rule { $id } is broken
page-rule_drawn = Rule { $id }, drawn. Here it is broken: { $why }
page-before = Before
page-turn = Turn { $n }
page-review = Pyramid Arbiter, review
page-reading = Reading the record
page-steps = Steps
page-step = Step
page-step_back = Step back
page-step_on = Step on
page-timeline = Timeline
page-play = Play
page-pause = Pause
page-speed = Speed
page-speed_of = Speed { $n }
page-loop = Loop
page-loop_from = Loop from step
page-loop_to = to step
page-kinds = What is shown; the arrows jump to the next
page-all_steps = All steps
page-the_game = The game
page-winning = Who is winning
page-film_over = The film is over before the game is; the game is kept as it stands.
page-the_film = The film
page-pictures = Pictures of the table
page-moment = Moment shown
page-legal_here = Legal here
page-said = Said
page-figures = Figures of this game
page-folder = All games in this folder
page-key_answer = answer
page-keys_work = These keys work (switch them off if you dictate or press keys by mistake)
page-key_step = step
page-key_ends = first and last
page-key_moment = before or after
page-key_play = play
page-key_loop = loop
page-key_loop_ends = its ends
page-key_next = next (with Shift the one before):
page-key_illegal = illegal
page-key_question = question
page-key_dispute = dispute
page-key_capture = capture
page-place_of = { $n } of { $all }
page-place_told = { $n } of { $all }: { $title }, { $word }
page-nothing_recorded = Nothing has happened in this record yet.
page-round = Round { $n }
page-draft = Draft
page-turning_clip = Save it in slow motion
page-turning_film = Turning point
page-lost_here = The round was lost here
page-decided_here = Decided here
page-passed_here = Here the initiative changed hands
page-diagram_before = Diagram of the position before this step
page-diagram_after = Diagram of the position after this step
page-at_moment = At this moment
page-earlier = { $s } s earlier
page-later = { $s } s later
page-next_of = Next: { $kind }
page-kind_illegal = Illegal
page-kind_dispute = Disputes
page-kind_question = Questions
page-kind_set_by_hand = Put right at set-up
page-kind_correction = Corrections
page-kind_take_back = Taken back
page-kind_stack = Stack
page-kind_capture = Captures
page-kind_end = Results
page-kind_setup = Set-ups
page-kind_initiative = Initiative
page-kind_move = Moves
page-remark_notice = notice
page-remark_answer = answer
page-remark_set_by_hand = put right at set-up
page-remark_question_withdrawn = question withdrawn
page-remark_ruling = ruling
page-f_players = Players
page-f_plies = Plies
page-f_ply = A ply
page-f_captures = Captures
page-f_illegal = Illegal
page-f_initiative = Initiative
page-f_game = The game
page-f_median = Median time a ply
page-f_illegal_plays = Illegal plays
page-f_questions = Questions
page-f_answered = { $n }, { $answered } answered
page-f_answer = Answer “{ $text }”
page-f_taken_back = Taken back
page-f_corrections = Corrections
page-f_disputes = Disputes
page-f_fate_taken_back = taken back
page-f_fate_stood = stood
page-f_fate_open = neither
page-f_rounds = Rounds
page-f_won_by = Won by
page-f_draw = a draw
page-f_games = Games
page-f_won = Won
page-f_lost = Lost
page-f_drawn = Drawn
page-f_open = Open
page-f_points = Points
page-f_number = Number
page-f_rule = Rule
page-f_openings = Openings
page-f_first_plays = First plays
page-f_not_read = Not read
page-f_why = Why
page-setup_title = The set-up as I read it
page-setup_alt = Drawing of the set-up as it was read; every pyramid is in the list below
page-setup_hint = If a pyramid is not what it is, tap it here or in the picture and say what it is. Where one is missing, tap the place.
page-setup_hint_open = I am not sure of what is marked with ?: tap it here or in the picture and say what it is. Where a pyramid is missing, tap the place.
page-setup_right = That is right, play
page-setup_all = All that I read
page-setup_here = What stands here?
page-setup_read_as = I read it as: { $text }
page-setup_none_here = I see nothing here.
page-setup_missing = missing
page-setup_nothing = Nothing stands here
page-setup_is_stack = It is the initiative stack
page-setup_level = Level { $n } from the top
page-setup_noted = Noted: the set-up is put right
page-setup_plays = Play begins with the set-up as shown
page-setup_not_yet = Not yet: { $why }
page-correct = Correct
page-crop_alt = What it is about, picture { $n }
page-fate_back = taken back
page-fate_allowed = allowed by the players
page-fate_refused = refused by the players
page-put_right = The game is put right; what was recorded stays in the record
page-cant_be_done = That can't be done: { $why }
page-disputed = Disputed: { $title }
page-nothing = nothing
page-it_counts = It counts
page-it_counts_not = It does not count
page-correct_it = Correct it
page-no_last_seconds = No slow motion: of a camera the pictures of the last five minutes are kept, and it was disputed later.
page-read_as = Read as { $text }
page-picture_back = Picture before
page-picture_on = Next picture
page-nothing_yet = Nothing was played yet
page-say_first = Say first what was played, such as { $play }
page-fix_title = Put the game right
page-fix_help = Choose a move, then what is wrong. Everything after it is judged anew.
page-fix_text = What holds
page-fix_examples = A play: { $play }. At set-up: { $set }.
page-fix_example_rule = A rule: { $rule }
page-fix_replace = This was played
page-fix_insert = Put in before
page-fix_append = Put in last
page-fix_delete = Never played
page-fix_back = Last one taken back
page-fix_set = Set piece
page-fix_rule = Change rule
page-fix_undo = Undo
page-touch_here = This place
page-touch_what = What was it?
page-touch_only = Nothing else could have been played.
page-touch_now = Play it now
page-touch_against = Against the rules ({ $n })
page-touch_misread = Misread from the start: it was …
page-touch_back = It was taken back
page-touch_undo = Undo the last correction
page-touch_nothing = There is nothing to put right here
page-touch_no_move = No move leads from there to there
page-touch_change = Change
page-touch_change_of = Change move { $n }
page-touch_hint = Tap a pyramid to put it right, or drag a move
page-undone = The last correction is undone
page-graph_alt = Who stood better, move by move: up for { $near }, down for { $far }
page-graph_lost = threw away what was won or drawn
page-graph_gave = cost points
page-graph_turning = the round was lost here
page-better_line = What would have been better
page-branch_open = Try moves out from here
page-branch_choose = Choose a move to try it out; the record stays as it is.
page-branch_reply = Best reply: { $text }
page-branch_back = One move back
page-branch_end = Back to the game
page-key_slip = move that cost something
page-rate = Speed
page-volume = Loudness
page-try_voice = Try it
page-machine_voice = The machine's voice
page-usual_voice = The usual one
page-ask_table = The table
page-ask_legal = Legal moves
page-ask_turn = Turn and score
page-ask_again = Say again
page-ask = Say aloud
page-report = Report a problem
page-report_what = Versions, settings, camera facts and the last lines of the log, without names; with pictures and the record only if you wish.
page-report_pictures = With the record and the last pictures
page-report_save = Save the report
page-slow_motion = Slow motion
page-mark_illegal = illegal
page-mark_put_right = put right
page-after = After
page-none_of_these = none of these
page-position_before = The position before
page-position_after = The position after
page-read_as_what = What the table was read as
page-sure = { $share } sure
page-no_readings = No other readings were kept.
page-no_seconds = No slow motion: nobody disputed it while it was played, and its film is not here.
page-play_stop = Play / stop
page-marks_on_off = What was seen, on / off
page-seconds_around = The seconds around it
page-the_table = The table: { $text }
page-take_it_back = Take it back, or play on and it stands.
page-answered = Answered: { $text }
page-answer_lost = The answer did not arrive: { $why }
page-voice_lost = Could not change the voice: { $why }
page-dispute_kept = Marked in the record
page-dispute_lost = Could not mark the moment: { $why }
page-side_near = near side
page-side_far = far side
page-match = match { $n }
page-to_play = to play
page-initiative = initiative
page-nothing_played = nothing played yet
page-with_sacrifice = with or without a sacrifice
page-with_call = may call its colour
page-with_virtual = played again, virtually
page-language = Language
page-voice_title = Voice and language
page-speak_here = Speak on this device
page-speaking_here = Speaking on this device
page-voice_here = Voice
page-no_voices = This browser has no voice for this language
page-said_here = This device says
page-said_machine = The arbiter's machine says
page-say_illegal = illegal plays and questions only
page-say_verdicts = verdicts only
page-say_normal = verdicts and what is legal
page-say_full = everything, with the table described
page-close = Close
page-speech_on = Speaking from now on.
page-camera_title = This phone as camera
page-camera_help = Prop the phone up so that it sees the whole table, then start. Keep this page open and the screen on.
page-camera_start = Start the camera
page-camera_stop = Stop
page-camera_sending = Sending pictures: { $n }
page-camera_idle = Not sending
page-camera_refused = The browser gives no camera: { $why }
page-camera_insecure = The browser gives the camera to secure pages only: open the link that begins with https://
page-camera_lost = The arbiter does not take the pictures: { $why }

## Rules as they were agreed
option-variant-basic = the basic game
option-variant-advanced = the advanced game
option-sacrifice-true = pyramids may be sacrificed
option-sacrifice-false = no sacrifices
option-pummeling-true = with pummeling
option-pummeling-false = without pummeling
option-calling-true = colours may be called
option-calling-false = no colours are called
option-swap-up_to = a sacrifice moves the colour by as many slots as it has pips, or fewer
option-swap-exact = a sacrifice moves the colour by exactly as many slots as it has pips
option-exhaustion-draw = a round in which nobody has a pyramid left is a draw
option-exhaustion-initiative = a round in which nobody has a pyramid left goes to whoever has the initiative
option-l_shape-3-3 = an L has two arms of three
option-l_shape-4-2 = an L is four in line and one beside the end
option-l_shape-both = both shapes of L win
option-token_limit-none = tokens without limit
option-token_limit = { $n ->
    [one] one token
   *[other] { $n } tokens
    } for each player
option-cards = { $n } cards on each side
option-trios = { $n ->
    [one] one trio
   *[other] { $n } trios
    } of each colour in a stock
option-tree_power-top = a capturing tree has the power of its small
option-tree_power-any = a capturing tree has the power of any of its three

## What --help shows
help-this_help = this help in English: arbiter --language en --help
help-usage = usage:{ " " }
help-positional = positional arguments
help-options = options
help-examples = examples:
help-exits = exit codes:
help-description =
    A referee for games played with Looney pyramids on a real table, through any webcam.

    Getting started:
    { "  " }1. arbiter mat -o mat.pdf        print it, cut out the four markers, lay them around the table
    { "  " }2. arbiter doctor                is everything there: camera, light, markers, model, voice?
    { "  " }3. arbiter                       opens a page: start a game, go on with one, look at those played
help-halves = what is of single games:
help-command_help = arbiter COMMAND --help shows a command's options, examples and exit codes
help-single_games = options of single games
help-exit_done = done
help-exit_failed = the job could not go on
help-exit_usage = the command line makes no sense
help-exit_calibration = the table cannot be placed
help-exit_source = no frames or no picture
help-exit_illegal = the game has an illegal move
help-exit_unreadable = the game's text cannot be read
help-exit_parted = the record and its footage part
help-exit_interrupted = interrupted by Ctrl-C
help-help = show this help message and exit
help-debug = show where in the program an error came up
help-everywhere = the language of this help and of the command that follows: { $codes }
help-home = open the page from which games are started and looked at
help-port_home = port of the page (default: the one of last time)
help-language_home = the language: { $codes } (default: the one of last time)
help-watch = watch a game, announce it and keep its record
help-see = list the pyramids in one picture
help-mat = print the four corner markers
help-review = step through a recorded game in the browser
help-judge = say of every move of a game whether it is legal, and why
help-legal = say what is legal in a position
help-correct = put a recorded game right, and judge it anew
help-dispute = show what a disputed move was judged on
help-export = turn a game into text, Piecepack notation, JSON or a video
help-share = a game as one web page in one file, to send to people
help-verify = play a record again on its own footage: do they part?
help-statistics = figures of a game, or over a folder of games
help-harvest = label the stills of recorded games, to train on them
help-calibrate = find out where the camera is, and store it
help-colours = learn what a new set's colours look like from photographs
help-doctor = check camera, light, markers, model and voice, or a record
help-version = show which version this is, and exit
help-completion = print the script that completes commands in your shell
help-shell = the shell to complete in
help-hall = show all tables of a broker, and keep an event
help-broker_hall = the broker: mqtt://[USER:PASSWORD@]BROKER[:PORT], or mqtts://
help-database = where results and standings are kept (default: with the games)
help-players_hall = who takes part in the event, besides those entered before
help-pairing = swiss (default): equals play each other; robin: each plays each
help-publish_to = publish what happens to an MQTT broker: mqtt://broker/TABLE
help-publish = deliver a recorded game to a broker, as far as it lacks it
help-broker = the broker and the table: mqtt://[USER:PASSWORD@]BROKER[:PORT][/TABLE], or mqtts://
help-doctor_record = a recording: check it, and save what can be read of a damaged one
help-game = the game: initiative, logistics, nickel, sanctum
help-source = a camera's number or name, a video file, or a stream's address (default: the first camera)
help-source_watch = a camera's number or name, a film, a stream's address, or page: a phone (default: the first camera, or the sample); up to three of one table
help-source_calibrate = a camera's number or name, a video file, or a stream's address (default: the first camera), or a picture with the markers
help-players = who sits near, who sits far
help-palette = the colours that are played with (default: rainbow)
help-calibration_watch = a stored calibration; then the markers need not be in view
help-colours_file = what this set's colours look like (made by arbiter colours)
help-model = your own detector: an ultralytics model, exported to .onnx
help-voice = speak the announcements
help-voice_out = save everything said to a sound file
help-record = where the record goes (default: a new file in the folder of games)
help-resume = go on with the game of this record
help-headless = no live page
help-port_live = port of the live page (default: any free one)
help-language_watch = spoken and shown: { $codes } (default: the game's, or en)
help-commentary = how much this machine says: illegal, verdicts, normal, full (default: normal)
help-share_page = open the page to your network, by a secret link
help-rounds = rounds of the match (default: 2)
help-rules = basic: attack and parry only; advanced (default): sacrifices, pummeling and calling too
help-without = leave out one advanced rule: sacrifice, pummeling or calling
help-swap = how far a sacrifice moves a colour: up to its points (default), or exactly
help-exhaustion = when both run out: a draw (default), or the holder of the initiative wins
help-option = nickel, logistics: a rule option, such as l_shape=4+2 or cards=3 (engine/RULES.md)
help-draft = initiative: the players draft their pyramids first (I14)
help-tokens = nickel: tokens are pyramids of these colours, near's and far's (default: stones or coins)
help-turn_marker = sanctum: laying down or standing up this pyramid starts a turn (or type turn and Enter)
help-cards_at = logistics: the corners of all cards together in mm, near left first (default: looked for)
help-image = a picture of the table
help-calibration_see = a stored calibration of the camera
help-json_see = all of it as JSON (level 0 is the lowest that shows)
help-overlay = write the picture with what was found drawn on it
help-language = the language: { $codes } (default: English)
help-language_own = the language: { $codes } (default: the game's own)
help-language_recorded = the language: { $codes } (default: a recording's own, else English)
help-paper = paper size (default: a4)
help-output = the file to write
help-board = the ChArUco board for the lens instead
help-recording_or_text = a recording (.game) or a game as text
help-recording_or_text2 = a recording (.game), or a game as text
help-recording = a recording (.game)
help-recording_or_folder = a recording (.game), or a folder of them
help-cluster = spread the games of a folder over a Dask cluster, by its scheduler's address
help-recordings = a recording or a text; several, or folders of them
help-recording_kept = a recording (.game); what was recorded stays in it as it was
help-game_file = a recording (.game), a game as text (engine/NOTATION.md), or - for text from standard input
help-game_file_legal = a recording (.game), a game as text (engine/NOTATION.md), or - for text from standard input; with --game the moves since the set-up
help-game_file_export = a recording (.game), a game as text (engine/NOTATION.md), or - for text from standard input (text and ppn only)
help-film = the film the game was watched from (default: the record's source if it is there, else its stills)
help-films = the film it was watched from, of several one after the other (default: the record's, else its stills)
help-film_share = the film it was watched from (default: the record's source if it is there)
help-film_export = mp4, clip: the film it was watched from
help-port = port of the page (default: any free one)
help-browser = open the page in the browser
help-move_judge = that move only, with the position before and after
help-round_judge = which game of the file the move is of (default: 1)
help-photo_game = FILE is a photograph of a table at this game: what can be said of it
help-rules_photo = with --game: rule options, as in the Rules tag
help-solve = say who was winning, and which move threw it away (takes time)
help-solve_one = which play lost each game (takes time)
help-json_shape = all of it as JSON (its shape: engine/NOTATION.md)
help-json = all of it as JSON
help-game_legal = Initiative, Logistics, Nickel or Sanctum, the position typed here
help-setup = what lies on the table, as in the Setup tag (quote it)
help-rules_text = rule options, as in the Rules tag
help-leader = who begins; without it either may
help-all = list every legal move, however many
help-svg = write a diagram of the position
help-move_correct = the move, as arbiter judge counts
help-round_correct = the round that it is of, 0 for the draft (default: 1)
help-replace = this was played instead, such as Lred
help-insert = this was played too, before move N or after the last one
help-delete = move N never was
help-back = the last play was taken back
help-set = at set-up: near.Sblue=Sblack, stack=blue,red,...
help-allow = move N counts, whatever the arbiter says
help-refuse = move N does not count, whatever the arbiter says
help-undo = the last correction does not hold
help-move_dispute = the move (default: the disputed one, or the last)
help-round_dispute = its round, 0 for the draft (default: that of the disputed one, or the last)
help-html = write one page with the pictures, to look at and to send
help-format = what to make of it; ppn: Portable Piecepack Notation, clip: the play that lost or decided it
help-output_beside = the file to write (default: beside the game)
help-voice_export = mp4: with what was said, spoken anew, or from the sound that watch --voice-out saved
help-megabytes = its size at most (default: 12); a film takes half of it, or is left out where it is too long
help-colours_verify = what this set's colours look like, as arbiter watch had it (default: as the record says)
help-output_harvest = where they go (default: harvest)
help-output_calibrate = where to store it (default: for this camera)
help-lens = pictures of the ChArUco board, to calibrate the lens too
help-corners = without markers: four corners, in px, of a rectangle that lies on the table
help-size = the rectangle's sides, such as 297x210 or 63x88
help-photo = one pyramid of each colour side by side, or one stack
help-order = their colours from left to right, a stack's from the top
help-bundle = write a bug report into this file
help-with_pictures = with the record and its last pictures
help-calibration_doctor = a stored calibration to check too
cannot_follow = I cannot follow the table: { $text }
cannot_go_on = I cannot go on: { $text } Put it in a better light or exchange it
cannot_tell = I cannot tell for sure what these are: { $list }
do_not_see = I do not see { $list }
hands = hands are in the way: take them off the table, and I read the set-up
keep_waiting = none of these, keep waiting
lost_markers = I have lost the corner markers: the camera moved or something covers them
more_than_should = there are more than there should be of { $list }
moving = something keeps moving: keep the table still, and I read the set-up
no_set_up_yet = I have not seen the set-up yet: take your hands off the table for a moment
nothing_played = nothing was played
nothing_yet = nothing was played yet
number = number { $n }
offer_accept = if all is right as I show it, type p or press 'That is right, play'
offer_how = tap on the page what I read wrongly and say what it is
only_likeliest = so much has changed at once that I have looked only at the likeliest readings
perhaps_inside = not in view, perhaps inside larger pyramids: { $list }
put_back_or_tell = put it back, or tell me what was played
see_again = I see the table again
set_up_already = the table is set up already: correct puts the game right from now on
tt_again = the table is as it should be again
tt_back = the last move is taken back
tt_back_two = two moves are taken back
tt_changed = something has changed
tt_stands = the illegal move stands
tt_still_open = my question is still open
tt_was_told = move { $n } was another one: { $text }
w_follow = the rules can't follow the record here: { $text }
w_nobody_answered = nobody answered: the table changed
w_played_on = nobody answered and play went on, so it was taken: { $text }
what_happened = I am not sure what was played. What happened?
entry_unread = entry { $raw } can't be read ({ $raw2 })
file_cannot_read = can't read { $raw }: { $system }
file_damaged = { $raw } is damaged ({ $text }): `arbiter doctor { $raw2 }` saves what can still be read
file_folder = { $raw } is a folder: give the file of one game
file_in_use = { $raw } is in use by another program: try again in a moment
file_newer = { $raw } was written by a newer arbiter (layout { $raw2 }, not { $raw3 }): update this one
file_no = there is no file { $raw }: give the record of a game
file_no_film = there is no film { $raw }
file_no_footage = { $raw } holds no stills to look at: give the film it was made from
file_no_record = { $raw } is not a record of a game: give a file made by `arbiter watch`
file_no_turning = { $raw }: this game is not over, and no play has thrown it away as far as the solver can see: there is no moment to show yet
file_no_still = { $raw } holds no still { $raw2 } of entry { $raw3 }
file_nothing = { $raw } is damaged and nothing of it can be read
file_nothing_yet = { $raw } is empty: nothing had been recorded yet
file_pages = some of its pages are broken
file_place = can't write { $raw }: { $system }; choose another place with --record
file_read_only = { $raw } is open for reading only; open it to go on with the game
file_room = can't write to { $raw }: { $system }; what was there is safe, make room and go on
file_saved = { $raw } is damaged: { $n ->
    [one] one entry
   *[other] { $n } entries
    } and { $most ->
    [one] one still
   *[other] { $most } stills
    } could be read and are now in { $raw2 }
file_short = it is cut short
file_still_broken = the still { $raw } of entry { $raw2 } is broken
file_stills_in = the stills in { $raw }
file_there = { $raw } is there already and is never overwritten: choose another name, such as { $raw2 }
fix_back_already = move { $n } was taken back already
fix_cards = { $who } has cards 1 to { $n }, not { $raw }
fix_insert = move { $n } was taken back: insert it where it is to count
fix_legal = move { $n } is legal: there is nothing to overrule
fix_like = cannot read { $raw }: write it like { $raw2 }
fix_like_more = { $text }; write it like { $raw }
fix_no_back = nothing was played yet: there is nothing to take back
fix_no_piece = { $who } has no { $piece } at set-up
fix_no_stock = { $who } has no { $piece } in the stock at set-up
fix_none = there is no correction to undo
fix_same = move { $n } is that already: { $text }
fix_same_rules = the rules are so already: { $raw }
fix_same_setup = the set-up is so already: { $raw }
fix_setup = then the set-up could not be: { $text }
fix_square = { $raw } is not a square: write it like { $raw2 }
fix_stack = the stack is { $n } different colours from the top, with commas
fix_then = then move { $n } ({ $text2 }) could not be: { $text }
fix_two_of = more than two { $piece } pyramids
fix_unknown = there is no correction { $raw }: there are { $raw2 } and undo
fix_virtual = move { $n } is a virtual play: it follows from the one before it
fix_virtuals = virtual plays follow by themselves: leave them out
fix_what = say what is to be set, such as { $raw }
fix_would = then there would be { $text } (I13): name the other one as well
move_of_line = there is no move { $n }: the round has { $most }
no_board = { $raw } has no board and no cards to be marked
no_game_now = no game is being played
no_play_here = { $typed } cannot be played here
no_set_up = no set-up has been seen
page_no_question = no question is open
page_stopped = the arbiter has stopped watching
page_busy = the arbiter is too busy and has not taken this: try again in a moment
question_gone = question { $n } is not open any more
round_number = there is no round { $n }: the game has { $most }
setup_no_pyramid = { $quoted } is not a pyramid: write one like Lred, or nothing
setup_typed = cannot read { $quoted } at set-up: write like near.3=Lred, or p to play
setup_unknown = there is no { $quoted } on the table as I see it: there are { $raw }
use_not_watched = { $raw } cannot be watched
use_stocks = stocks have five colours each: choose --palette rainbow or xeno
use_tokens_off = tokens need two colours that are not on the board, such as white,black
watch_keys =
    keys, each with Enter
    { "  " }1 2 3        answers a question
    { "  " }d            marks a dispute; allow or refuse overrules the arbiter on the last play
    { "  " }m            mutes the voice, or has it speak again
    { "  " }t l w r      says the table, the legal moves, whose turn it is with the score, the last words again
    { "  " }p            plays the set-up as shown; near.3=Lred puts it right
    { "  " }b            the last play is taken back
    { "  " }Mblue        a play; correct replace 5 Lred (insert, delete, back, set, rule) puts the game right
    { "  " }undo         undoes the last correction
    { "  " }lies near    goes on from how it lies, with near to move (or lies far)
    { "  " }corners      where the board or the cards lie, near left first (mm): corners -150,-90,150,-90,150,90,-150,90
    { "  " }q            ends
and_also = { $text }; { $text2 }
drawn_round = the round is drawn
either_leads = either player may lead
flickers = a pyramid comes and goes on { $who }'s side: set the pyramids further apart or give more light
plays_illegal = { $text } (illegal, { $raw })
pyramid_number = pyramid number { $n }
rules_forbid = the rules don't allow it
scores = { $who } scores { $text }
setup_unread_stack = cannot read { $quoted }: write the stack from the top, like blue,green,...
t_asks = the arbiter asks
t_disputed = disputed: { $text }
t_play = a play: { $typed }
t_setup = set-up
t_setup_not = set-up not ready yet
t_stack_odd = the initiative stack is not as expected
t_stack_right = the initiative stack is as expected again
t_unreadable = unreadable
then = { $text }, then { $text2 }
to_lead = { $who } leads
to_parry = { $who } must parry
by_whom = { $who }: { $text }
tt_drawn = the game is drawn
tt_either = either player may begin
tt_to_move = { $who } to move
tt_wins = { $who } wins
v_back = taken back
v_corrected = corrected
v_corrected_illegal = corrected, illegal
v_disputed = disputed
v_illegal = illegal
v_in_order = in order
v_legal = legal
v_look = look here
v_match_over = match over
v_not_corrected = not corrected
v_not_ready = not ready
v_noted = noted
v_overruled = overruled
v_ready = ready
v_recorded = recorded
v_round_over = round over
v_stands = illegal, stands
w_accepted = the players said that it is right as it was shown
w_allowed = it was allowed all the same
w_counts = nobody took it back, so it counts
w_legal_for = legal for { $who }
w_legal_here = legal here
w_look_again = somebody asked to look again
w_misread = a piece had been misread; the set-up is corrected
w_no_options = nothing is known to be legal here
w_not_happened = it has not happened
w_over_options = nothing: the round is over
w_refused = it was refused
w_stood = it stood
w_stood_on = it stood, and the game went on
w_taken_back = it was taken back
waiting_round = set up round { $n }: the inventories change hands
waiting_setup = waiting for the set-up
wins_round = { $who } wins the round
x_drawn = over: a draw
x_either = either may begin
x_on = the game goes on
x_won = over: { $who } wins
counted_words = { WORDS($n) } { $piece }
record_cannot = the record has { $raw }, which cannot be played there
t_plays = { $who } plays { $text }
unsure_of = I am not sure of { $n ->
    [0] { $text }
    [one] { $text } and of one more
   *[other] { $text } and of { $n } more
    }
w_expected = expected from the top: { $text }
w_from_top = from the top: { $text }
w_on_table = on the table: { $text }
w_read_as = read as { $text } at first
w_stack = the initiative stack, from the top: { $text }
heading_draft = Draft
heading_round = round { $n } of { $most }
heading_turn = turn { $n }
j_moves = { $n } { $n ->
    [one] move
   *[other] moves
    }
j_legal_moves = { $n } legal { $n ->
    [one] move
   *[other] moves
    }
j_legal_here = { $n ->
    [one] one legal move
   *[other] { $n } legal moves
    }, { $most } of them here
t_match_won = match over: { $who } wins
t_match_drawn = match over: a draw
t_round_won = round { $n } over: { $who } wins
t_round_drawn = round { $n } over: a draw
w_undone_legal = the play was legal; it is { $who }'s turn again
w_undone = the illegal play is undone; it is { $who }'s turn again
w_undone_legal_same = the play was legal; it is the same player's turn again
w_undone_same = the illegal play is undone; it is the same player's turn again
w_match = the match: { $who } { $n }, { $other } { $most }
w_points = { $who } { $n }, { $other } { $most }
w_rules_basic = basic rules
w_rules_advanced = advanced rules
w_score = score
w_score_now = score if won now
w_waited = it was on the table when the recording ended
v_question = question
t_corrected = corrected: { $who } played { $text }
t_corrected_deed = corrected: { $text }
t_takes_back = { $who } takes back { $text }
t_deed_back = { $text }: taken back
t_stands = { $who }'s { $text } stands
t_deed_stands = { $text }: it stands
camera_moved = the camera was moved; I have found the table again and the game goes on
answers = the answers are 1 to { $n }
cal_camera = camera: { $raw } mm above the table, { $raw2 } mm from its middle, { $raw3 } degrees wide
cal_corners = corners of a known rectangle
cal_error = reprojection error: { $raw } px
cal_markers = markers in view: { $n } of 4
cam_none = { $raw } holds no pictures
door_here = this page is for this machine only
door_link = open the link that the arbiter has printed, with its token
door_no_network = this machine is not on a network: connect it, or leave out --share
door_port = can't serve the page on port { $raw } ({ $raw2 }): choose another with --port
file_bits = { $raw } has { $n } bits a sample: 16 are needed
file_cannot_write = can't write { $raw }: { $system }
file_empty_game = { $raw } is empty: there is no game in it
file_give_name = { $raw } is there already: give another name, or --resume { $raw2 } to go on with it
file_no_passing = { $raw }: the initiative never changed hands: there is no moment to show
file_clip_there = { $raw } is there already, the clip of another game: move it away, or give the record another name
file_make_folder = there is no folder { $raw }: make it first, or choose another place
file_neither = there is no file or folder { $raw }
file_no_colours = the colours that were learnt are not in { $raw }: say where with --colours
file_no_game = { $raw } is not a game: give a recording or a text (UTF-8)
file_no_games = there are no games (.game, .txt) there: name a folder with recordings or texts
file_no_sound = { $raw } is not a sound file that `arbiter watch --voice-out` saved, with its .jsonl beside it ({ $raw2 })
file_no_stills = { $raw } holds no stills: there is nothing to make a film of
file_nothing_happened = { $raw }: nothing has happened in this game yet
file_other_name = { $raw } is there already and is not overwritten: choose another name
file_other_name_o = { $raw } is there already and is not overwritten: choose another name with -o
file_picture_name = can't write { $raw }: give a .png or .jpg name in a folder that is there
file_quiet = nothing has happened in it
file_stdin = say with -o where to write what comes from the standard input
file_tells_more = { $raw }: { $text }; `arbiter judge` tells more
file_text_only = { $raw } is a text and holds no pictures
file_too_large = { $raw } does not fit into { $raw2 } MB: allow more with --megabytes { $raw3 }
file_voice_folder = --voice-out: there is no folder { $raw }
fix_no_round = { $raw } holds no round yet: there is nothing to correct
fix_read_only = { $raw } cannot be written: copy it to a place of your own first
fix_send = send op, move and text of the correction
fix_short = the text of a correction is one short line
form_unknown = unknown format { $raw }: choose { $raw2 }
game_is_over = the game in { $raw } is over: see it with `arbiter review { $raw2 }`
game_number = there is no game { $n } in it: it has { $most }
harvest_folder = can't write to { $raw }: { $system }; choose another folder with -o
harvest_no_camera = { $raw }: the camera's place is not known ({ $text })
harvest_none = nothing in these games is sure enough to learn from
harvest_there = { $raw } is there already and is kept: choose another folder with -o
harvest_twice = two records are called { $raw }: harvest them into folders of their own
harvest_written = written to { $raw } (to learn from it: scripts/train.py finetune)
kept_in = { $text } (the game is kept in { $raw }; { $text2 })
left_asked = asked about or disputed
left_illegal = illegal, taken back or not settled
left_misread = read wrongly at first
left_moving = not taken at rest
left_place = a piece's place is not known
left_posture = a posture is not sure
left_rules = not what the rules make of it
left_stack = a wrong initiative stack
left_stray = an opened stack or stray pieces
lens_error = lens: reprojection error { $raw } px
light_bright = too bright ({ $raw } of 255): dim the light, or darken the table
light_dark = too dark ({ $raw } of 255): turn on a lamp, from above and the side
light_even = even enough (middle { $raw } of 255, { $raw2 } blown out)
light_flat = hardly any contrast ({ $raw }): is the lens covered or dirty?
light_glare = glare on { $raw } of the picture: move the lamp, or draw the curtain
markers_no_model = none in view, and no detector to go by the pyramids
markers_stored = stored calibration, reprojection error { $raw } px
mat_board = lens board: print at 100 % (each square { $raw } mm), fix it to something stiff and flat
mat_lay = lay the four markers flat around the play area, each at the corner it is named for as the near player sees the table, and keep them in the camera's view
mat_paper = unknown paper { $raw }: choose { $raw2 }
mat_print = print at 100 % (no fit to page), check that the ruler is 100 mm long, and cut along the dashed lines
mat_ready = { $raw } is ready: print it at 100 %, not fitted to the page
mat_title = Pyramid Arbiter: corner markers
mat_title_board = Pyramid Arbiter: lens board
model_none = no detector installed: install the package again
move_of_game = there is no move { $n }: the game has { $most }
move_unread = move { $n } cannot be read: judge the whole game to see why
needs_picture = needs a picture
no_camera = no camera found: plug one in, or give a phone's stream or a video with --source
no_camera_none = no camera found and no sample video: plug in a camera, or give --source FILE
page_corners = send four corners
page_corners_mm = corners takes four corners in mm, x and y each: eight numbers with commas
page_corners_size = send four corners and the rectangle's size
page_inside = four corners inside the picture are needed
page_itself = this page takes orders from itself only
page_json = send JSON
page_no_film = there is no film of this game
page_no_step = there is no position at step { $n }
page_no_zone = there is no board and there are no cards to be marked in this game
page_object = send a JSON object
page_option = send the question's id and the option's index
page_other = another device is the camera already
page_phone = start arbiter watch with --source page to use a phone's camera
page_picture = that picture is not kept any more
page_pyramid = no such pyramid
page_no_rule = there is no drawing of this rule
page_tune = send a language or a commentary that there is
photo_problem = problem: { $text }
photo_unsure = not sure: { $text }
pic_broken = { $raw } cannot be read as a picture: { $text }
pic_none = there is no picture { $raw }
send_place = send what stands there and a place
kinds_of =
    { $n ->
        [one] one { $size }
       *[other] { $n } { $size }
    }
card_of = { $who }'s card { $n }
may_capture = To capture: { $raw }.
may_sow_stock = To sow: the stock.
may_sow_both = To sow: { $n ->
    [one] card { $raw }
   *[other] cards { $raw }
}, or the stock.
may_sow_cards = To sow: { $n ->
    [one] card { $raw }
   *[other] cards { $raw }
}.
asked_nothing_said = Nothing was said yet.
asked_not_begun = Play has not begun: the set-up is still being read.
asked_no_moves = Nothing may be played now.
asked_legal = { $n ->
    [one] One move:
   *[other] { $n } moves:
} { $text }.
asked_score = { $raw } has { $n ->
    [one] one point
   *[other] { $n } points
}
page_ask = ask for the table, legal, turn or again
page_sound = a voice speaks { $n } to { $most } words a minute, at a loudness from 0 to 1
page_sound_send = send rate, volume and voice
bundle_with = { $raw } has versions, settings, checks, the last lines of the log, the record and its last pictures; look into it before you send it
bundle_without = { $raw } has versions, settings, checks and the last lines of the log, no pictures; --with-pictures adds the record
page_report_here = a report is made at the arbiter's own machine only
send_moves = send index, moment and the moves that are tried
send_touch = send a place of the drawing, or the number of a move
set_not = not learnt, because not sure: { $raw }: { $text }
store_stored = stored in { $raw }
store_unwritten = { $raw }: cannot be written ({ $system }); choose another place
unchecked = not checked
use_basic = the basic game has no sacrifices, calls or pummeling: leave out --without and --swap
use_cards_at = --cards-at takes four corners in mm, x and y each: eight numbers with commas
use_corners = --corners and --size go together, without --lens
use_file = give one FILE, or --game and --setup with the moves made since, if any
use_html = --html goes with a recording: a text has no pictures to show
use_move = --{ $raw } goes with --move N: it says which move
use_mp4 = --film goes with --format mp4 and clip, --voice with mp4
use_only = only { $raw } has --{ $raw2 }
use_option = --option is for the other games: see --rules, --without, --swap and --exhaustion
use_order = --order: { $raw }; the colours are { $raw2 }
use_photo = a photograph is judged without --move, --round, --solve and --json
use_players = --players: two different names are needed, the near player's first
use_resume = --resume goes on in its own file: leave out --record
use_round = --round goes with --move N: it says which game of the file the move is of
use_rules = --rules goes with --game and a photograph: a text has its own Rules tag
use_silent = { $text }: make the film without --voice, or give it a WAV
use_tokens = --tokens takes two colours, near's and far's, such as white,pink
voice_again = voice: { $text }; starting it again
voice_ended = the speaking process ended
voice_format = the speech engine changed its sound format in the middle of the recording
voice_no_device = no sound device answers ({ $raw })
voice_no_engine = no speech engine; install espeak-ng
voice_no_player = no program to play sound; install alsa-utils (aplay)
voice_no_pyttsx = pyttsx3 is not installed
voice_no_sound = the speech engine made no sound
voice_stopped = the speaking process stopped answering
watch_by_markers = table placed by { $n } markers, reprojection error { $raw } px
watch_camera = the camera: open { $raw } on the device that has it
watch_disputed = disputed: it is marked in the record
watch_disputed_late = disputed: it is marked in the record, without slow motion: of a camera the pictures of five minutes are kept
watch_marked = marked by hand: looking there from now on
watch_page = live page: { $raw }
watch_read_from = calibration read from { $raw }
watch_stays = the page stays open; q and Enter, or Ctrl-C, ends
watch_voice_on = voice on
of_file = { $path }: { $text }
cal_note = note: { $text }
go_on_with = go on with it: { $raw }
watch_going_on = going on with { $raw }
watch_record = record: { $raw }  (see it: { $raw2 })
watch_to = record: { $raw }
camera_gives = { $raw } gives { $raw2 }
left_out = { $n } { $text }
photo_perhaps = { $text } Perhaps { $list }
share = { $it } ({ $raw })
watch_head = { $raw }, { $text }, { $n } { $n ->
    [one] round
   *[other] rounds
    }
watch_head_short = { $raw }
watch_who = { $text }: { $near } (near side) and { $far } (far side)
closing-setup = no round has begun: { $text }
closing-draft = in the middle of the draft: { $text }
closing-drafted = after the draft: { $text }
closing-play = in the middle of round { $n } of { $most }: { $text }
closing-unfinished = not over yet: { $text }
closing-between = after round { $n } of { $most }: { $text }
closing-over = final result: { $text }
harvest_left = { $raw }: { $n } { $n ->
    [one] picture
   *[other] pictures
    }, { $most } { $most ->
    [one] piece
   *[other] pieces
    }; stills left out: { $list }
check_ok = ok
check_problem = problem
check-camera = camera
check-light = light
check-markers = markers
check-model = model
check-voice = voice
markers_by_ids = { $n } of 4, reprojection error { $raw } px, sides told by the markers
markers_by_camera = { $n } of 4, reprojection error { $raw } px, sides told by the camera, which stands on the near side
tt_heading_move = { $raw } · move { $n }
tt_heading_turn = { $raw } · turn { $n }
fault = fault in the program ({ $raw }); --debug shows where
no_options = no options
no_move_of = this is no move and no set-up of { $raw }
brings_nothing = its package brings nothing for that
cannot_watch_why = { $raw } cannot be watched: { $raw2 }
fix_not_by_word = the set-up of { $raw } cannot be put right by word
lies_not_still = something moves on the table: wait until it lies still
lies_not_told = the table is as the game says, or cannot be read well enough: type what was played
round_has = round { $n } has { $most } { $most ->
    [one] move
   *[other] moves
    }: there is no move { $more }
watch_muted = muted
watch_by_hand_stored = table placed by corners shown by hand (stored in { $raw })
watch_by_hand_now = table placed by corners shown by hand, for this game only: { $text }
watch_by_record = table placed by the record
watch_by_stored = table placed by this camera's calibration
tt_lost = I have lost the thread. Shall we go on from how it lies?
tt_go_on = go on from how it lies, { $who } to move
signal_lost = no picture comes from the camera: I look for it until it is back; moves can be typed meanwhile
signal_back = the camera is back; the game goes on
view_found = camera { $n } sees this table, too
clip_awaited = looking for the turning point, for a clip of it: at most { $n } s (Ctrl-C: without it)
clip_made = the turning point in slow motion: { $raw }
clip_none_why = no clip of the turning point: { $text }
clip_none = no clip of the turning point was made: `arbiter export { $raw } --format clip` tries again, or says why there is none
view_lost = no picture comes from camera { $n }: the game goes on with the others
view_back = camera { $n } is back
view_clock = film { $n } is { $raw } s apart from the first one, going by what moves in both
view_clock_unknown = film { $n }: what moves does not tell how far it is apart from the first one in time; it counts while the table rests
watch_aligning = looking through the films for what moves in both
picture_resized = the pictures have another size or are turned: I look for the table in them
piece_at_the_edge = a pyramid lies at the edge of the picture, which cuts it: turn the camera, or move the pyramid in
picture_unknown = in these pictures I find nothing that I know: turn the camera back, or show the table's corners on the page
no_kit = is not a kit
harvest_line = { $raw }: { $n } { $n ->
    [one] picture
   *[other] pictures
    }, { $most } { $most ->
    [one] piece
   *[other] pieces
    }
file_altered = { $raw } is damaged: { $n ->
    [one] one of its entries is no longer as it was written and is
   *[other] { $n } of its entries are no longer as they were written and are
    } left out; `arbiter doctor { $raw2 }` says more
file_which_game = { $raw } is damaged: which game it is of can no longer be read
file_no_rules = { $raw } is damaged: the rules of its game can no longer be read
text_no_game = { $raw } is not a game: { $text }
door_certificate = browsers warn of the certificate, which was made just now: go on all the same if they show
door_players = players, who may answer, have this link; to scan it with a phone:
door_viewers = viewers, who look on only, have this one:
door_revoke = revoke viewers or revoke players, typed here, makes that link worthless and prints another
door_looking = this link is for looking on: players have one of their own
door_streams = too many pages are open: close one
door_requests = too many requests: wait a moment
door_address = there is no such host: open the link as it was given
door_late = the request did not arrive in time
door_dispute = the last seconds are being kept already: dispute again in a moment
door_not_shared = the page is not shared: only this machine comes in
file_changes = the record changes more than any game
home_choose = choose a camera, or a film
home_here = games are started on the machine that the camera is at
home_end_here = a game is ended at the machine that the camera is at
review_here = that is done at the machine that the arbiter runs on
review_soon = this game can be looked at once it is over
home_no_game = there is no such game
home_name = { $raw } has a name with bytes that are no text: give it another
home_no_picture = there is no picture of this game
home_no_sample = there is no sample video of { $raw }
door_fault = fault in the program ({ $raw })
hand = hand

## Published games
stream_address = write the broker like mqtt://broker.local/table-3 (or mqtts://, with USER:PASSWORD@ before the broker)
stream_table = { $raw } cannot be a table's name: take letters, digits, blanks, dots and hyphens, 60 at most
stream_to = publishing to { $raw }
stream_lost = the broker { $raw } is not there ({ $raw2 }): the game goes on, and what happens is delivered once it is back
stream_back = the broker { $raw } is there again: nothing is missing
stream_left =
    { $n ->
        [one] one event has
       *[other] { $n } events have
    } not been delivered: `arbiter publish { $raw } { $raw2 }` does it later
stream_done = { $raw } has all of it

## A hall of tables
hall_missing = Swiss pairings need the package networkx: { $raw }
hall_open_at = following the tables of { $raw }: { $raw2 }
hall_away = the broker { $raw } does not answer: it is tried until it does, and what was missed comes then
hall_there = the broker { $raw } is there
hall_names = the names have to be a list
hall_many = an event takes { $most } players at most
hall_file = { $raw } cannot be used as the hall's file ({ $raw2 }): give another one with --database
hall_few = enter at least two players
hall_open = some pairs of this round have not played yet: where a game is not played or was not watched, enter its result beside the pair
hall_no_pair = there is no such pair
hall_all_met = everybody has met everybody
page-hall_title = The hall
page-hall_away = The hall's program does not answer: what you see may be old.
page-hall_broker_away = The broker does not answer: the tables may be further on. What is missed comes once it is back.
page-hall_waiting = No table has told anything yet
page-hall_tables = Tables
page-hall_event = The event
page-hall_calls = Calls for you
page-hall_gone = not connected
page-hall_page = Its page
page-hall_rank = Rank
page-hall_player = Player
page-hall_points = Points
page-hall_buchholz = Buchholz
page-hall_played = Played
page-hall_round = Round { $n }
page-hall_bye = bye
page-hall_open = open
page-hall_as_played = as played
page-hall_result = Result of { $near } against { $far }
page-hall_leave = Leaves
page-hall_leave_who = { $name } leaves the event
page-hall_back = Back
page-hall_back_who = { $name } comes back
page-hall_next = Pair the next round
page-hall_enter = Enter
page-hall_names = Names, a comma between them
page-hall_leads = has the initiative
page-hall_turn = to move
record_no_game = the record does not say which game it is of
record_game = the record can't be read: { $text }
interrupted = interrupted
arg_one = expected one argument
arg_some = expected at least one argument
arg_many = expected { $n } arguments
arg_not_with = not allowed with argument { $raw }
arg_required = the following arguments are required: { $raw }
arg_unrecognized = unrecognized arguments: { $raw }
arg_one_of = one of the arguments { $raw } is required
arg_like = there is no { $raw }: { $text }
arg_choice = invalid choice: { $raw } (choose from { $raw2 })
arg_ambiguous = ambiguous option: { $raw } could match { $raw2 }
no_shell = there is no completion for the shell { $quoted }; choose from: { $raw }
no_pairing = there is no way of pairing { $quoted }; choose from: { $raw }
no_palette = there is no palette { $quoted }; choose from: { $raw }
no_such_game = there is no game { $quoted }; choose from: { $raw }
no_rule_set = there is no set of rules { $quoted }; choose from: { $raw }
no_such_rule = there is no rule { $quoted }; choose from: { $raw }
no_swap = there is no way to move a colour { $quoted }; choose from: { $raw }
no_end = there is no end { $quoted }; choose from: { $raw }
no_paper = there is no paper { $quoted }; choose from: { $raw }
no_format = there is no format { $quoted }; choose from: { $raw }
no_commentary = there is no commentary { $quoted }; choose from: { $raw }
no_language = no phrases for the language { $quoted }; there are: { $raw }
no_number = { $quoted } is not a number from { $n } to { $most }
no_place = { $quoted } is not a place in a picture, such as 402,611
no_size = { $quoted } is not a size in mm, such as 297x210
no_megabytes = { $quoted } is not a size from 0.1 to 1000 MB
record_protected = { $raw } is write-protected: copy it to where you may write, and go on there
record_played = { $raw } is being played on by another arbiter: end that one first
record_waits = can't write to { $raw } ({ $raw2 }): the game goes on and what happens is kept in memory till it can be written; { $why ->
        [held] close the program that holds it
        [barred] see that it may be written to
       *[room] make room on the disk
    }
record_written = { $raw } can be written again: nothing is missing in it
no_camera_sample = no camera found: playing the sample video { $raw } instead
voice_ready = ready
voice_recording = recording only
voice_no = no voice: { $text }; the announcements are shown as text
voice_no_twice = no voice: { $text }, twice; the announcements are shown as text
file_pipe = { $raw } is not a file: give the record of a game
file_layout = its layout is broken
file_too_much = { $raw }: it holds more than any game can have
check_chained = every entry and every still is as it was written, and none is missing
check_unsummed = all of it can be read; it was made before records had checksums
check_entry = entry { $n } is not as it was written
check_still = still { $raw } of entry { $n } is not as it was written
check_header = { $raw } in its header is not as it was written
check_chain = before entry { $n } something was taken out or put in
check_opened = the file can't be opened: { $raw }
check_read = the file can't be read: { $raw }
voice_player = the sound player hangs ({ $raw })
voice_file = the sound file can't be written ({ $system })
file_tables = { $raw } is not a record of a game: its tables are not those of a record
set_use = { $raw }: { $n ->
    [one] one colour
   *[other] { $n } colours
    }; use it: { $raw2 }
record_left = { $n ->
    [one] the last entry
   *[other] the last { $n } entries
    } could not be written to { $raw }: the disk took none
record_rescued = { $n ->
    [one] the last entry
   *[other] the last { $n } entries
    } could not be written to { $raw }: the disk took none; the whole game is in { $raw2 }: go on with that one
record_other_game = { $raw } is a game of { $raw2 }: go on with it as that, { $raw3 }
check_counts = { $raw }: { $n ->
    [one] one entry
   *[other] { $n } entries
    } and { $most ->
    [one] one still
   *[other] { $most } stills
    }
check_more = and { $n } more
check_still_of = { $raw }: { $text }
arg_of = argument { $raw }: { $text }
arg_no_value = ignored explicit argument { $raw }
arg_at_most = expected at most one argument
voice_shown = { $text }; the announcements are shown as text
voice_no_short = no voice: { $text }
voice_starting = starting
voice_exit = exit code { $n }
set_port = { $n } is not a port: choose one from 1 to 65535
set_value = { $raw } cannot be { $raw2 }
question_options = question { $n } has options 0 to { $most }
judge_no_game = No game
progress_verify = watching the game again
progress_harvest = labelling the pictures
progress_export = writing
progress_share = packing
progress_solve = working out who was winning
progress_statistics = reading the games
progress_lens = reading the pictures of the board
progress_markers = looking for the markers
progress_see = looking at the picture
progress_dispute = gathering what the move was judged on
progress_bundle = looking at everything
