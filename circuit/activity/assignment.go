package activity

import "math"

// assign returns the column of each row, each at most once, so that the sum of the weights
// is largest; −1 for rows that are left over where there are fewer columns. Every row of the
// weights has a finite number for each column.
//
// It is the Hungarian method by shortest augmenting paths (Jonker and Volgenant 1987), of
// O(n³): rows are added one by one, and prices of rows and columns keep
// cost − row price − column price ≥ 0, with 0 on the pairs.
func assign(weights [][]float64, columns int) []int {
	n := max(len(weights), columns)
	cost := func(i, j int) float64 { // 0 beyond the smaller number
		if i < len(weights) && j < columns {
			return -weights[i][j]
		}
		return 0
	}
	const none = -1
	rowOf := make([]int, n+1) // of each column; the last column is the one from which a path begins
	for j := range rowOf {
		rowOf[j] = none
	}
	rowPrice, columnPrice := make([]float64, n), make([]float64, n+1)
	for i := range n {
		rowOf[n] = i
		at := n
		distance, before, visited := make([]float64, n), make([]int, n), make([]bool, n+1)
		for j := range distance {
			distance[j] = math.Inf(1)
		}
		for rowOf[at] != none {
			visited[at] = true
			row, next, step := rowOf[at], none, math.Inf(1)
			for j := range n {
				if visited[j] {
					continue
				}
				if d := cost(row, j) - rowPrice[row] - columnPrice[j]; d < distance[j] {
					distance[j], before[j] = d, at
				}
				if distance[j] < step {
					next, step = j, distance[j]
				}
			}
			for j := range n + 1 {
				if visited[j] {
					rowPrice[rowOf[j]] += step
					columnPrice[j] -= step
				} else {
					distance[j] -= step
				}
			}
			at = next
		}
		for at != n {
			rowOf[at], at = rowOf[before[at]], before[at]
		}
	}
	assigned := make([]int, len(weights))
	for j, i := range rowOf[:n] {
		if i < len(weights) {
			if assigned[i] = j; j >= columns {
				assigned[i] = none
			}
		}
	}
	return assigned
}
