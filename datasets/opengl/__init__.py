"""A second way of picturing tables: OpenGL in software, with meshes, materials, hands and pace of its own."""
