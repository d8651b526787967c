/* How a report looks. */
#ifndef RUNODDS_REPORT_DOSSIER_STYLE_H
#define RUNODDS_REPORT_DOSSIER_STYLE_H

/* A style sheet: on screens of any width, light and dark, and on A4 paper. */
extern const char dossier_style[];

#endif
