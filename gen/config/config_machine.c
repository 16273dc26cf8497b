/* machine = { "banks": integer, "bank_bytes": integer, "bank_mode": integer }, each as on today's devices when left out */
#include "gen/config/config_value.h"

/* Fails with '"banks" is true at /machine/banks; RIGHT'. */
static int wrong(const struct tw_json *json, const cJSON *node, const char *what, const char *right_text,
                 struct tw_error *error)
{
    struct tw_text text = {0}, right = {0};
    tw_text_addf(&text, "%s is ", what);
    tw_json_add_value(json, tw_json_entry(node), &text);
    tw_text_add(&right, right_text);
    return tw_json_fail(json, tw_json_entry(node), TW_AT_VALUE, &text, &right, error);
}

int tw_config_machine(const struct tw_json *json, const cJSON *node, struct tw_bank_machine *machine,
                      struct tw_error *error)
{
    static const char *const keys[] = {"banks", "bank_bytes", "bank_mode", NULL};
    unsigned *const places[] = {&machine->banks, &machine->bytes, &machine->mode};
    *machine = tw_usual_banks;
    if (!cJSON_IsObject(node))
        return wrong(json, node, "\"machine\"", "it must be an object such as {\"banks\": 4}", error);
    for (const cJSON *item = node->child; item; item = item->next) {
        int key = tw_config_word(item->string, keys);
        int64_t number;
        if (key < 0) return tw_config_unknown_key(json, item, item->string, "\"machine\"", keys, error);
        if (!tw_json_integer(json, tw_json_entry(item), &number) || number < 0 || number > 64)
            return wrong(json, item, keys[key],
                         "banks are 1 to 32, bank_bytes 4 or 8, bank_mode 32 or 64, as integers", error);
        *places[key] = (unsigned)number;
    }
    const char *clause = tw_bank_machine_wrong(machine);
    return clause ? wrong(json, node, "\"machine\"", clause, error) : TW_OK;
}
