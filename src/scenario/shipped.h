/* Which models are shipped. */
#ifndef RUNODDS_SCENARIO_SHIPPED_H
#define RUNODDS_SCENARIO_SHIPPED_H

/* The shipped model whose name is most like this one, with its folder or without: "gpu/rtx-4090" and "rtx4090" give
 * "gpu/rtx4090". NULL if none is near. The caller frees it. */
char *shipped_near(const char *name);

#endif
