val g = arrayOf(
    intArrayOf(1, 7, 0, 3, 9, 5, 0, 0, 0),
    intArrayOf(2, 0, 6, 0, 0, 0, 7, 0, 0),
    intArrayOf(0, 0, 3, 0, 0, 0, 0, 0, 0),
    intArrayOf(0, 4, 0, 0, 3, 0, 0, 9, 0),
    intArrayOf(5, 6, 0, 7, 0, 8, 0, 4, 3),
    intArrayOf(0, 1, 0, 0, 2, 0, 0, 6, 0),
    intArrayOf(0, 0, 0, 0, 0, 0, 8, 0, 0),
    intArrayOf(0, 0, 7, 0, 0, 0, 3, 0, 5),
    intArrayOf(0, 0, 0, 2, 4, 7, 0, 1, 6),
)
