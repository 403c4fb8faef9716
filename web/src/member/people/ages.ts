export const [YOUNGEST, OLDEST] = [18, 120]
