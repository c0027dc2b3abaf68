id: "a scene in text, named as binary"
