(* What proof.v must have proved, written out here once more: a theorem that became weaker there
   does not fit.  prove.sh compiles this file and compares the axioms that it prints. *)
From Coq Require Import Reals.
Require Import proof.
Open Scope R_scope.

(* The norm of n coordinates is the one of R^n, not another thing of that name. *)
Goal forall v, largest_norm 2 v = Rmax (Rmax 0 (Rabs (v 0%nat))) (Rabs (v 1%nat)).
Proof. reflexivity. Qed.
Goal forall v, euclidean_norm 2 v = sqrt (0 + v 0%nat * v 0%nat + v 1%nat * v 1%nat).
Proof. reflexivity. Qed.
Goal forall n N C D H v, weighted_norm n N C D H v = N (fun i => sum n (fun j => C i j * v j)).
Proof. reflexivity. Qed.
Goal forall u v, same 2 u v <-> (forall i, (i < 2)%nat -> u i = v i).
Proof. reflexivity. Qed.

Definition contraction : forall n (N : norm n) (T : vector -> vector) c r L,
  0 <= L < 1 ->
  (forall u v, N (fun i => u i - c i) <= r -> N (fun i => v i - c i) <= r ->
     N (fun i => T u i - T v i) <= L * N (fun i => u i - v i)) ->
  N (fun i => T c i - c i) <= (1 - L) * r ->
  (forall v, N (fun i => v i - c i) <= r -> N (fun i => T v i - c i) <= r) /\
  exists z, N (fun i => z i - c i) <= r /\ same n (T z) z /\
    (forall y, N (fun i => y i - c i) <= r -> same n (T y) y -> same n y z) /\
    (forall v, N (fun i => v i - c i) <= r ->
       N (fun i => z i - v i) <= N (fun i => T v i - v i) / (1 - L)) /\
    (forall v, N (fun i => v i - c i) <= r -> forall e, 0 < e ->
       exists K, forall k, (K <= k)%nat -> N (fun i => iterate T k v i - z i) <= e)
  := contraction_on_ball.

Definition weighted : forall n (N : norm n) (C D : matrix) (_ : inverse n D C) T c r L,
  let size v := N (apply n C v) in
  0 <= L < 1 ->
  (forall u v, size (sub u c) <= r -> size (sub v c) <= r ->
     size (sub (T u) (T v)) <= L * size (sub u v)) ->
  size (sub (T c) c) <= (1 - L) * r ->
  (forall v, size (sub v c) <= r -> size (sub (T v) c) <= r) /\
  exists z, size (sub z c) <= r /\ same n (T z) z /\
    (forall y, size (sub y c) <= r -> same n (T y) y -> same n y z) /\
    (forall v, size (sub v c) <= r -> size (sub z v) <= size (sub (T v) v) / (1 - L)) /\
    (forall v, size (sub v c) <= r -> forall e, 0 < e ->
       exists K, forall k, (K <= k)%nat -> size (sub (iterate T k v) z) <= e)
  := contraction_in_weighted_norm.

Definition powers : forall n (A : matrix) s k, 0 <= s ->
  sqrt (sum n (fun i => sum n (fun j =>
    squared n k (product n (transpose A) A) i j * squared n k (product n (transpose A) A) i j)))
    <= squared_number k (s * s) ->
  forall v, length n (apply n A v) <= s * length n v
  := power_bound.

Definition theorem : forall n C D (H : inverse n D C) T (J : vector -> matrix) c r L m z0,
  let size v := length n (apply n C v) in
  0 <= L < 1 ->
  (forall v, size (sub v c) <= r -> derivative n T (J v) v /\
     forall w, length n (apply n (product n C (product n (J v) D)) w) <= L * length n w) ->
  size (sub (T c) c) <= (1 - L) * r ->
  size (sub (iterate T m z0) c) <= r ->
  exists z,
    (forall e, 0 < e ->
       exists K, forall k, (K <= k)%nat -> size (sub (iterate T k z0) z) <= e) /\
    same n (T z) z /\ size (sub z c) <= r /\
    (forall y, size (sub y c) <= r -> same n (T y) y -> same n y z) /\
    size (sub z c) <= size (sub (T c) c) / (1 - L)
  := certificate.

Definition all := (contraction, weighted, powers, theorem, halving).
Print Assumptions all.
