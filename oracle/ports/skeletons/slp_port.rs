// SPDX-License-Identifier: 0BSD
//! A port in Rust to copy: the systems rigid-body and canonical, polynomials on their algebras, the
//! schemes implicit-midpoint and tmk; the standard library alone.  Replace `generator` and `step` by
//! calls of your own code.
//!   rustc -O slp_port.rs && slp gen --count 1000 | ./slp_port | slp judge
use std::collections::HashMap;
use std::io::{self, BufRead, Write};

type V = [f64; 3]; // of a state on the plane the third number is 0

struct Problem<'a> {
    plane: bool,
    kubo: bool,
    tmk: bool,
    h: f64,
    of: HashMap<&'a str, Vec<f64>>, // the lists of numbers of the case
    terms: Vec<Term>,               // of a polynomial
}

/// c x_i x_j ... of H_k; k = 0 is the energy.
struct Term {
    k: usize,
    c: f64,
    at: Vec<usize>,
}

/// The items k:c:i.j... of a list; coordinates are counted from 1.
fn terms(text: &str) -> Vec<Term> {
    let term = |item: &str| {
        let part: Vec<&str> = item.split(':').collect();
        let at = part[2].split('.').filter_map(|i| i.parse::<usize>().ok()).map(|i| i - 1);
        Term { k: part[0].parse().unwrap_or(0), c: number(part[1]), at: at.collect() }
    };
    text.split(',').map(term).collect()
}

/// A decimal or a hex float.
fn number(text: &str) -> f64 {
    let lower = text.to_lowercase();
    let (_, hex) = match lower.split_once('x') {
        Some(parts) => parts,
        None => return lower.parse().unwrap_or(f64::NAN),
    };
    let (digits, power) = hex.split_once('p').unwrap_or((hex, "0"));
    let mut exponent: i32 = power.parse().unwrap_or(0);
    if let Some(point) = digits.find('.') {
        exponent -= 4 * (digits.len() - point - 1) as i32;
    }
    let mut value = 0.0;
    for digit in digits.chars().filter_map(|c| c.to_digit(16)) {
        value = 16.0 * value + f64::from(digit);
    }
    // in two parts, since 2^exponent alone may overflow or underflow
    let value = value * 2f64.powi(exponent / 2) * 2f64.powi(exponent - exponent / 2);
    if text.starts_with('-') { -value } else { value }
}

fn length(x: &V) -> f64 {
    x[0].hypot(x[1]).hypot(x[2])
}

fn cross(a: &V, b: &V) -> V {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

impl Problem<'_> {
    fn list(&self, key: &str) -> &[f64] {
        self.of.get(key).map_or(&[], |list| list)
    }

    /// Xi(x; h, dW): the energy, then the noises in the order of dw.
    fn generator(&self, x: &V, dw: &[f64]) -> V {
        if !self.terms.is_empty() { return self.polynomial(x, dw); }
        let mut dw = dw.iter();
        let mut next = || *dw.next().unwrap_or(&0.0);
        if self.plane {
            let b: f64 = self.list("beta").iter().map(|beta| beta * next()).sum();
            let g: f64 = self.list("gamma").iter().map(|gamma| gamma * next()).sum();
            let s = self.h + b;
            return if self.kubo { [s * x[0], s * x[1], 0.0] } else {
                [self.h * x[0].sin() + b * x[0].cos(), self.h * x[1] + g, 0.0]
            };
        }
        let inertia = self.list("inertia");
        let mut xi = [0, 1, 2].map(|i| self.h * x[i] / inertia[i]);
        self.list("quad").iter().enumerate().for_each(|(i, c)| xi[i] += next() * c * x[i]);
        for chi in self.list("lin").chunks(3) {
            let w = next();
            chi.iter().enumerate().for_each(|(i, c)| xi[i] += w * c);
        }
        xi
    }

    /// Of each term a part for each of its factors: the others times h or dW_k.
    fn polynomial(&self, x: &V, dw: &[f64]) -> V {
        let mut xi = [0.0; 3];
        for t in &self.terms {
            let f = if t.k == 0 { self.h } else { dw[t.k - 1] };
            for (j, &to) in t.at.iter().enumerate() {
                let others = t.at.iter().enumerate().filter(|(l, _)| *l != j);
                xi[to] += others.fold(t.c * f, |part, (_, &i)| part * x[i]);
            }
        }
        xi
    }

    /// ad*_xi m
    fn field(&self, xi: &V, m: &V) -> V {
        if self.plane { [xi[1], -xi[0], 0.0] } else { cross(m, xi) }
    }

    /// T(z).  The result y is T(y): x + ad*_xi m, or for tmk x carried by xi for unit time, which
    /// on so(3) is a turn by |xi|; xi = Xi(m), m = (x + z)/2.
    fn map(&self, x: &V, z: &V, dw: &[f64]) -> V {
        let m = [0, 1, 2].map(|i| 0.5 * x[i] + 0.5 * z[i]);
        let xi = self.generator(&m, dw);
        if self.plane || !self.tmk {
            let f = self.field(&xi, &m);
            return [0, 1, 2].map(|i| x[i] + f[i]);
        }
        let half = 0.5 * length(&xi);
        let sinc = if half > 0.0 { half.sin() / half } else { 1.0 };
        let once = cross(x, &xi);
        let twice = cross(&once, &xi);
        [0, 1, 2].map(|i| x[i] + sinc * half.cos() * once[i] + 0.5 * sinc * sinc * twice[i])
    }

    /// The limit of x, T(x), T(T(x)), ... if there is one (the manual, "When to stop").
    fn step(&self, x: &V, dw: &[f64]) -> Option<V> {
        let xi = self.generator(x, dw);
        let size = length(x) + if self.plane { length(&xi) } else { 0.0 };
        let (mut z, mut best) = (*x, *x);
        let (mut least, mut since, mut half) = (f64::INFINITY, 0, 0.0);
        for _ in 0..8000 {
            let next = self.map(x, &z, dw);
            let moved = [0, 1, 2].map(|i| next[i] - z[i]);
            let now = length(&moved);
            if !now.is_finite() { return None; }
            since += 1;
            if now < least { (best, least, since) = (next, now, 0); }
            let floor = 16.0 * 2f64.powi(-53) * size;
            if least == 0.0 || (since >= 100 && least <= floor) { return Some(best); }
            if since >= 100 && half == 0.0 { (half, since, least) = (0.5, 0, f64::INFINITY); }
            z = [0, 1, 2].map(|i| next[i] - half * moved[i]);
        }
        None
    }
}

fn answer(case: &HashMap<&str, &str>, system: &str) -> Option<String> {
    let numeric = ["inertia", "quad", "lin", "beta", "gamma", "x", "dw", "h", "steps"];
    let lists = numeric.iter().filter_map(|key| {
        case.get(key).map(|text| (*key, text.split(',').map(number).collect::<Vec<f64>>()))
    });
    let of: HashMap<&str, Vec<f64>> = lists.collect();
    let terms = case.get("terms").map_or(Vec::new(), |text| terms(text));
    let plane = system == "canonical" || system == "polynomial-plane";
    let p = Problem { plane, terms, tmk: case["scheme"] == "tmk",
                      kubo: case.get("model") == Some(&"kubo"), h: of["h"][0], of };
    let (d, steps) = (p.list("x").len(), p.list("steps")[0] as usize);
    let (dw, mut x, mut y) = (p.list("dw"), [0.0; 3], Vec::new());
    x[..d].copy_from_slice(p.list("x"));
    let text = |v: &V| v[..d].iter().map(|v| format!("{v:e}")).collect::<Vec<_>>().join(",");
    for s in 0..steps {
        let (before, w) = (x, &dw[s * dw.len() / steps..(s + 1) * dw.len() / steps]);
        x = p.step(&before, w)?;
        if std::env::var_os("SLP_STAGES").is_some() {
            // what `slp judge --stages` compares: the middle m of both states, the generator there
            let m = [0, 1, 2].map(|i| 0.5 * before[i] + 0.5 * x[i]);
            let (name, xi) = (if p.tmk { "s1" } else { "z" }, text(&p.generator(&m, w)));
            println!("# stage step={} {name}={} xi1={xi}", s + 1, text(&m));
        }
        y.push(text(&x));
    }
    Some(format!("y={}", y.join(",")))
}

fn main() {
    let systems = ["rigid-body", "canonical", "polynomial-so3", "polynomial-plane"];
    let schemes = ["implicit-midpoint", "tmk"];
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        if line == "list" {
            let pairs = |s| schemes.map(|t| format!("pair system={s} scheme={t}\n")).concat();
            println!("{}end", systems.map(pairs).concat());
        } else if line.starts_with("case ") {
            let case: HashMap<_, _> = line.split(' ').filter_map(|f| f.split_once('=')).collect();
            let algebra = case.get("algebra").map_or(String::new(), |word| format!("-{word}"));
            let system = format!("{}{algebra}", case["system"]);
            let known = systems.contains(&system.as_str()) && schemes.contains(&case["scheme"]);
            let none = !known || case.contains_key("area");
            let unsupported = Some("error=unsupported".into());
            println!("{line}");
            let found = if none { unsupported } else { answer(&case, &system) };
            let found = found.unwrap_or("error=no-convergence".into());
            println!("result id={} {found}", case["id"]);
        }
        io::stdout().flush().expect("standard output");
    }
}
