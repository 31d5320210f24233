/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The commands that equations of the manual may use, with what they become: of each kind the names,
 * each with its text. */
#include "reports/markdown/mathml.h"

static const char *const letters[] = {
    "alpha",  "α", "beta",  "β", "gamma", "γ", "delta",    "δ", "epsilon", "ϵ", "varepsilon", "ε",
    "zeta",   "ζ", "eta",   "η", "theta", "θ", "vartheta", "ϑ", "iota",    "ι", "kappa",      "κ",
    "lambda", "λ", "mu",    "μ", "nu",    "ν", "xi",       "ξ", "pi",      "π", "rho",        "ρ",
    "varrho", "ϱ", "sigma", "σ", "tau",   "τ", "upsilon",  "υ", "phi",     "ϕ", "varphi",     "φ",
    "chi",    "χ", "psi",   "ψ", "omega", "ω", "ell",      "ℓ", NULL};
static const char *const upright[] = {
    "Gamma", "Γ",     "Delta",   "Δ", "Theta",    "Θ", "Lambda", "Λ", "Xi",    "Ξ", "Pi",      "Π",
    "Sigma", "Σ",     "Upsilon", "Υ", "Phi",      "Φ", "Psi",    "Ψ", "Omega", "Ω", "partial", "∂",
    "nabla", "∇",     "infty",   "∞", "emptyset", "∅", "hbar",   "ℏ", "Re",    "ℜ", "Im",      "ℑ",
    "top",   "⊤",     "bot",     "⊥", "prime",    "′", "dots",   "…", "ldots", "…", "cdots",   "⋯",
    "vdots", "⋮",     "ddots",   "⋱", "forall",   "∀", "exists", "∃", "%",     "%", "#",       "#",
    "&",     "&amp;", "_",       "_", NULL};
static const char *const operators[] = {"cdot",  "⋅", "times",  "×", "circ",     "∘", "star",   "⋆",
                                        "ast",   "∗", "bullet", "∙", "pm",       "±", "mp",     "∓",
                                        "wedge", "∧", "vee",    "∨", "otimes",   "⊗", "oplus",  "⊕",
                                        "odot",  "⊙", "ltimes", "⋉", "rtimes",   "⋊", "dagger", "†",
                                        "cup",   "∪", "cap",    "∩", "setminus", "∖", NULL};
static const char *const relations[] = {
    "le",       "≤", "leq",  "≤", "leqslant", "≤", "ge",      "≥", "geq",    "≥", "ll",     "≪",
    "gg",       "≫", "ne",   "≠", "neq",      "≠", "equiv",   "≡", "approx", "≈", "sim",    "∼",
    "simeq",    "≃", "cong", "≅", "propto",   "∝", "in",      "∈", "notin",  "∉", "subset", "⊂",
    "subseteq", "⊆", "mid",  "∣", "colon",    ":", "lesssim", "≲", "gtrsim", "≳", "perp",   "⟂",
    "parallel", "∥", "div",  "÷", NULL};
static const char *const arrows[] = {
    "to",        "→", "rightarrow",     "→", "leftarrow", "←", "mapsto", "↦", "Rightarrow", "⇒",
    "Leftarrow", "⇐", "Leftrightarrow", "⇔", "iff",       "⇔", NULL};
static const char *const fences[] = {
    "langle", "⟨", "rangle", "⟩", "lvert", "|", "rvert", "|", "lVert", "‖", "rVert", "‖", "|", "‖",
    "lfloor", "⌊", "rfloor", "⌋", "lceil", "⌈", "rceil", "⌉", "{",     "{", "}",     "}", NULL};
static const char *const sums[] = {"sum", "∑", "prod", "∏", "bigoplus", "⨁",
                                   "int", "∫", "oint", "∮", NULL};
static const char *const functions[] = {
    "exp",    "exp",    "log",  "log",  "ln",   "ln",     "sin",    "sin",    "cos",
    "cos",    "tan",    "tan",  "cot",  "cot",  "arcsin", "arcsin", "arccos", "arccos",
    "arctan", "arctan", "sinh", "sinh", "cosh", "cosh",   "tanh",   "tanh",   "arg",
    "arg",    "dim",    "dim",  "ker",  "ker",  "deg",    "deg",    NULL};
static const char *const limits[] = {"max", "max", "min", "min", "sup", "sup", "inf",
                                     "inf", "lim", "lim", "det", "det", NULL};
static const char *const accents[] = {"hat",   "^", "bar",   "¯", "tilde", "˜",
                                      "dot",   "˙", "ddot",  "¨", "vec",   "→",
                                      "check", "ˇ", "breve", "˘", NULL};
static const char *const wide_accents[] = {"widehat", "^", "overline", "¯", "widetilde", "˜", NULL};
static const char *const fonts[] = {"mathrm",   "rm",   "mathbf",  "bf",  "mathbb", "bb",
                                    "mathfrak", "frak", "mathcal", "cal", NULL};
static const char *const spaces[] = {",",        "0.1667em", ":",         "0.2222em", ";",
                                     "0.2778em", "!",        "-0.1667em", " ",        "0.3333em",
                                     "quad",     "1em",      "qquad",     "2em",      NULL};
static const char *const big[] = {"big",   "1.2em", "bigl",  "1.2em", "bigr",  "1.2em", "Big",
                                  "1.8em", "Bigl",  "1.8em", "Bigr",  "1.8em", "bigg",  "2.4em",
                                  "biggl", "2.4em", "biggr", "2.4em", "Bigg",  "3em",   "Biggl",
                                  "3em",   "Biggr", "3em",   NULL};
static const char *const forms[] = {"frac",  "", "tfrac", "", "dfrac",        "", "binom", "",
                                    "sqrt",  "", "text",  "", "operatorname", "", "left",  "",
                                    "right", "", "begin", "", "end",          "", NULL};

static const struct group {
    mathml_kind kind;
    const char *const *pairs;
} groups[] = {{MATHML_LETTER, letters},
              {MATHML_UPRIGHT, upright},
              {MATHML_OPERATOR, operators},
              {MATHML_OPERATOR, relations},
              {MATHML_OPERATOR, arrows},
              {MATHML_FENCE, fences},
              {MATHML_SUM, sums},
              {MATHML_FUNCTION, functions},
              {MATHML_LIMIT, limits},
              {MATHML_ACCENT, accents},
              {MATHML_WIDE_ACCENT, wide_accents},
              {MATHML_FONT, fonts},
              {MATHML_SPACE, spaces},
              {MATHML_BIG, big},
              {MATHML_FORM, forms}};

bool mathml_command_at(mathml_command *to, size_t i)
{
    for (size_t g = 0; g < sizeof groups / sizeof *groups; g++)
        for (const char *const *pair = groups[g].pairs; *pair; pair += 2) {
            if (i-- > 0) continue;
            *to = (mathml_command){pair[0], groups[g].kind, pair[1]};
            return true;
        }
    return false;
}
