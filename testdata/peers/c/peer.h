// What the peers in C share: a circuit of the ifPSP network and what it sees.
#include <stddef.h>

enum { RING = 16 };                            // stimuli, shown again and again
static const double RATE = 1e-4, TAU = 0.5;    // α, τ

struct circuit {
	int n, k;
	double *w;          // W [k×n]
	double *m;          // M [k×k]: M_o, with M_d on the diagonal
	double *gain;       // Λ [k]
	double *first, *y;  // ỹ and y [k]
	double *stimuli;    // [RING×n]
	long t;             // steps so far
	const double *seen; // the stimulus that W has yet to learn from, or NULL
};

// run presents the next stimuli; settle makes W what it is after the last one.
void run(struct circuit *c, long steps);
void settle(struct circuit *c);

// lateral is the second neural phase: y = ỹ − M_d⁻¹ M_o ỹ.
static inline void lateral(int k, const double *restrict m, const double *restrict first, double *restrict y)
{
	for (int i = 0; i < k; i++) {
		double sum = 0;
		for (int j = 0; j < k; j++)
			sum += m[i * k + j] * first[j];
		y[i] = 2 * first[i] - sum / m[i * k + i]; // the sum has the diagonal in it
	}
}

// learn_lateral is the plasticity of M: M ← M + (α/τ)(y yᵀ − Λ M Λ).
static inline void learn_lateral(int k, double *restrict m, const double *restrict y, const double *restrict gain)
{
	const double rate = RATE / TAU;
	for (int i = 0; i < k; i++)
		for (int j = 0; j < k; j++)
			m[i * k + j] += rate * (y[i] * y[j] - gain[i] * gain[j] * m[i * k + j]);
}
