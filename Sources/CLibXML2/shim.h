#include <libxml/xmlversion.h>
// The converter's fields of a struct that nobody touches here would pull in the system's ICU, whose headers clash with
// those that Foundation brings.
#undef LIBXML_ICU_ENABLED
#include <libxml/xmlreader.h>
#include <libxml/xmlerror.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlwriter.h>
#include <libxml/HTMLparser.h>
