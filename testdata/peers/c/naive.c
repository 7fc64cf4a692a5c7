// The step as its equations read: one pass over W to transmit, another to learn.
#include "peer.h"

static void feedforward(int n, int k, const double *restrict w, const double *restrict m,
                        const double *restrict x, double *restrict first)
{
	for (int i = 0; i < k; i++) {
		double sum = 0;
		for (int j = 0; j < n; j++)
			sum += w[(size_t)i * n + j] * x[j];
		first[i] = sum / m[i * k + i];
	}
}

static void learn(int n, int k, double *restrict w, const double *restrict y, const double *restrict x)
{
	for (int i = 0; i < k; i++)
		for (int j = 0; j < n; j++)
			w[(size_t)i * n + j] += RATE * (y[i] * x[j] - w[(size_t)i * n + j]);
}

void run(struct circuit *c, long steps)
{
	for (; steps > 0; steps--, c->t++) {
		const double *x = c->stimuli + (size_t)(c->t % RING) * c->n;
		feedforward(c->n, c->k, c->w, c->m, x, c->first);
		lateral(c->k, c->m, c->first, c->y);
		learn(c->n, c->k, c->w, c->y, x);
		learn_lateral(c->k, c->m, c->y, c->gain);
	}
}

void settle(struct circuit *c) { (void)c; }
