"""The second renderer: software OpenGL with its own meshes, materials, hands and pace."""
