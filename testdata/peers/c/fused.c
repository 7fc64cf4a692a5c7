// One pass over W: what W learns from a step is done while the next is transmitted.
#include "peer.h"

static void learn_and_feedforward(int n, int k, double *restrict w, const double *restrict m, const double *restrict y,
                                  const double *restrict seen, const double *restrict x, double *restrict first)
{
	for (int i = 0; i < k; i++) {
		double *restrict row = w + (size_t)i * n;
		const double keep = 1 - RATE, drive = RATE * y[i];
		double sum = 0;
		for (int j = 0; j < n; j++) {
			row[j] = keep * row[j] + drive * seen[j];
			sum += row[j] * x[j];
		}
		first[i] = sum / m[i * k + i];
	}
}

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

void run(struct circuit *c, long steps)
{
	for (; steps > 0; steps--, c->t++) {
		const double *x = c->stimuli + (size_t)(c->t % RING) * c->n;
		if (c->seen)
			learn_and_feedforward(c->n, c->k, c->w, c->m, c->y, c->seen, x, c->first);
		else
			feedforward(c->n, c->k, c->w, c->m, x, c->first);
		lateral(c->k, c->m, c->first, c->y);
		learn_lateral(c->k, c->m, c->y, c->gain);
		c->seen = x;
	}
}

void settle(struct circuit *c)
{
	for (int i = 0; c->seen && i < c->k; i++)
		for (int j = 0; j < c->n; j++)
			c->w[(size_t)i * c->n + j] += RATE * (c->y[i] * c->seen[j] - c->w[(size_t)i * c->n + j]);
	c->seen = NULL;
}
