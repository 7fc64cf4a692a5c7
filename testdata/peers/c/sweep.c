// No network: the least that any step must do, to load and store every weight once.
#include "peer.h"

void run(struct circuit *c, long steps)
{
	volatile double one = 1;
	for (; steps > 0; steps--) {
		const double keep = one; // read again, so that no two sweeps become one
		for (size_t j = 0; j < (size_t)c->n * c->k; j++)
			c->w[j] *= keep;
	}
}

void settle(struct circuit *c) { (void)c; }
