"""The programs of the second renderer (GLSL 3.30).

A picture is the mean of several passes. Each pass has one direction for the lamp and one for the room's
light, both with a shadow map, so the mean has soft shadows and ambient occlusion. Walls of coloured plastic
are drawn over the things behind them by dual-source blending: light from behind is multiplied by the
transmission, and the light of the wall itself is added.
"""

from __future__ import annotations

COMMON = """
#version 330
const float PI = 3.14159265;
uniform vec3 ceiling_rgb;
uniform vec3 wall_rgb;
uniform vec3 window_dir;
uniform vec3 window_rgb;
vec3 room(vec3 d) {
    float up = d.z * 0.5 + 0.5;
    vec3 seen = mix(wall_rgb, ceiling_rgb, smoothstep(0.45, 0.95, up));
    vec3 side = normalize(cross(window_dir, vec3(0, 0, 1)));
    float across = dot(d, side), along = dot(d, window_dir);
    vec3 above = cross(side, window_dir);
    float high = dot(d, above);
    vec2 pane = vec2(across, high) / max(along, 0.01);
    float inside = smoothstep(0.42, 0.36, abs(pane.x)) * smoothstep(0.30, 0.25, abs(pane.y));
    float bars = smoothstep(0.012, 0.03, abs(pane.x)) * smoothstep(0.012, 0.03, abs(pane.y - 0.04));
    return seen + (along > 0.0 ? window_rgb * inside * bars : vec3(0));
}
"""

VERTEX = """
#version 330
uniform mat4 camera;
in vec3 at;
in vec3 normal;
in vec3 rgb;
in float walls;
in float kind;
out vec3 p;
out vec3 n;
out vec3 paint;
out float thick;
flat out int what;
void main() {
    p = at; n = normal; paint = rgb; thick = walls; what = int(kind + 0.5);
    gl_Position = camera * vec4(at, 1.0);
}
"""

LIGHT = """
uniform vec3 eye;
uniform vec3 key_dir;
uniform vec3 key_rgb;
uniform vec3 sky_dir;
uniform vec3 sky_rgb;
uniform vec3 bounce_rgb;
uniform vec2 spread;
uniform mat4 key_map;
uniform mat4 sky_map;
uniform sampler2DShadow key_depth;
uniform sampler2DShadow key_glass;
uniform sampler2D key_tint;
uniform sampler2DShadow sky_depth;
uniform sampler2DShadow sky_glass;
uniform sampler2D sky_tint;
in vec3 p;
in vec3 n;
in vec3 paint;
in float thick;
flat in int what;
const float BIAS = 0.0014;
vec3 passing(mat4 map, sampler2DShadow depth, sampler2DShadow glass, sampler2D tint, vec3 off, bool through,
             float soft) {
    vec4 q = map * vec4(p + off, 1.0);
    vec3 s = q.xyz * 0.5 + 0.5;
    if (min(s.x, s.y) < 0.0 || max(s.x, s.y) > 1.0) return vec3(1);
    float z = s.z - BIAS - 0.2 * soft;
    float open = 0.5 * texture(depth, vec3(s.xy + soft * spread, z))
        + 0.5 * texture(depth, vec3(s.xy - soft * spread, z));
    if (!through || open == 0.0) return vec3(open);
    float clear = texture(glass, vec3(s.xy, s.z - BIAS));
    return clear == 1.0 ? vec3(open) : open * mix(texture(tint, s.xy).rgb, vec3(1), clear);
}
float facing(vec3 m, vec3 d, float wrap) { return max((dot(m, d) + wrap) / (1.0 + wrap), 0.0); }
vec3 lamp(vec3 m, bool through) {
    if (dot(m, key_dir) < -0.35) return vec3(0);
    return key_rgb * passing(key_map, key_depth, key_glass, key_tint, m * 0.7, through, 0.0022);
}
vec3 shone(vec3 m, vec3 key, float wrap, bool through) {
    vec3 sky = dot(m, sky_dir) < -wrap ? vec3(0)
        : passing(sky_map, sky_depth, sky_glass, sky_tint, m * 0.7, through, 0.007);
    return key * facing(m, key_dir, wrap) + sky * sky_rgb * facing(m, sky_dir, wrap)
        + bounce_rgb * (0.5 - 0.5 * m.z);
}
float fresnel(float c, float f0) { return f0 + (1.0 - f0) * pow(1.0 - c, 5.0); }
"""

OPAQUE = (
    COMMON
    + LIGHT
    + """
uniform sampler2D picture;
out vec4 colour;
void main() {
    vec3 v = normalize(eye - p), m = normalize(n);
    if (what != 3 && dot(m, v) < 0.0) m = -m;
    bool skin = what == 1;
    vec3 albedo = what == 3 ? texture(picture, paint.xy).rgb : paint;
    vec3 key = lamp(m, true);
    vec3 e = shone(m, key, skin ? 0.35 : 0.0, true);
    if (skin) e *= mix(vec3(1.15, 0.72, 0.60), vec3(1), smoothstep(0.0, 0.55, dot(m, key_dir)));
    if (what == 2) { colour = vec4(albedo * e, 1.0); return; }
    float gloss = what == 3 ? thick : (what == 0 ? 0.05 : 0.028);
    float power = what == 0 ? 90.0 : (what == 3 ? 30.0 : 18.0);
    float f = fresnel(max(dot(m, v), 0.0), gloss);
    vec3 mirrored = room(reflect(-v, m)) * (what == 0 ? 1.0 : 0.35);
    float spot = pow(max(dot(m, normalize(v + key_dir)), 0.0), power) * (power + 8.0) / 60.0;
    colour = vec4(albedo * e * (1.0 - f) + f * mirrored + gloss * spot * key, 1.0);
}
"""
)

GLASS = (
    COMMON
    + LIGHT
    + """
uniform float frost;
layout(location = 0, index = 0) out vec4 sent;
layout(location = 0, index = 1) out vec4 passed;
void main() {
    vec3 v = normalize(eye - p), m = normalize(n);
    float c = abs(dot(m, v));
    vec3 front = dot(m, v) < 0.0 ? -m : m;
    float way = thick / max(mix(1.0, c, 0.7), 0.3);
    vec3 through = pow(paint, vec3(way));
    float f = fresnel(c, 0.04) * min(thick, 1.0);
    vec3 key = lamp(front, false);
    vec3 e = 0.6 * shone(front, key, 0.3, false) + 0.4 * shone(-front, key, 0.3, false);
    vec3 body = pow(paint, vec3(1.6)) * e * frost * min(thick, 1.6);
    float spot = pow(max(dot(front, normalize(v + key_dir)), 0.0), 140.0) * 3.0;
    sent = vec4(body + f * room(reflect(-v, front)) + 0.05 * spot * key * min(thick, 1.0), 1.0);
    passed = vec4(through * (1.0 - f) * (1.0 - 0.35 * frost), 1.0);
}
"""
)

SHADOW = """
#version 330
in vec3 p;
in vec3 n;
in vec3 paint;
in float thick;
flat in int what;
uniform vec3 from;
out vec4 colour;
void main() {
    float c = abs(dot(normalize(n), from));
    colour = vec4(pow(paint, vec3(thick / max(c, 0.35))) * 0.93, 1.0);
}
"""

QUAD = """
#version 330
in vec2 corner;
out vec2 uv;
void main() { uv = corner * 0.5 + 0.5; gl_Position = vec4(corner, 0.0, 1.0); }
"""

ADD = """
#version 330
uniform sampler2D pass;
uniform float share;
in vec2 uv;
out vec4 colour;
void main() { colour = vec4(min(texture(pass, uv).rgb, vec3(6.0)) * share, 1.0); }
"""

BACKGROUND = """
#version 330
uniform sampler2D still;
uniform sampler2D shade;
in vec2 uv;
out vec4 colour;
void main() { colour = vec4(texture(still, uv).rgb * texture(shade, uv).r, 1.0); }
"""
