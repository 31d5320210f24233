(* The theorem of proof.md, section 2, checked by the proof assistant Coq: `make prove`.

   1. A map that contracts on a closed ball of R^n, and moves its centre by at most (1 - L) R, has
      one fixed point there; iteration reaches it; the a posteriori bound holds.  For every norm.
   2. The norms: the largest coordinate, the Euclidean norm, and |C v| for an invertible C.
   3. A bound of the derivative on the ball gives the constant L.
   4. The bound of a spectral norm by powers, section 3 of proof.md.
   5. The theorem as section 2 of proof.md states it.

   What is not here: soundness.md has the list. *)
From Coq Require Import Reals Lra Lia FunctionalExtensionality.
Open Scope R_scope.

(* ---- Sums and vectors ------------------------------------------------------------------------ *)

(* f 0 + ... + f (k - 1) *)
Fixpoint sum (k : nat) (f : nat -> R) : R :=
  match k with O => 0 | S j => sum j f + f j end.

Lemma sum_same k f g : (forall i, (i < k)%nat -> f i = g i) -> sum k f = sum k g.
Proof.
  induction k as [|k IH]; intro H; cbn; [reflexivity|].
  rewrite IH, (H k); [reflexivity | lia | intros; apply H; lia].
Qed.

Lemma sum_add k f g : sum k (fun i => f i + g i) = sum k f + sum k g.
Proof. induction k as [|k IH]; cbn; [lra | rewrite IH; lra]. Qed.

Lemma sum_scale k a f : sum k (fun i => a * f i) = a * sum k f.
Proof. induction k as [|k IH]; cbn; [lra | rewrite IH; lra]. Qed.

Lemma sum_zero k : sum k (fun _ => 0) = 0.
Proof. induction k as [|k IH]; cbn; [lra | rewrite IH; lra]. Qed.

Lemma sum_le k f g : (forall i, (i < k)%nat -> f i <= g i) -> sum k f <= sum k g.
Proof.
  induction k as [|k IH]; intro H; cbn; [lra|].
  assert (f k <= g k) by (apply H; lia).
  assert (sum k f <= sum k g) by (apply IH; intros; apply H; lia). lra.
Qed.

Lemma sum_not_negative k f : (forall i, (i < k)%nat -> 0 <= f i) -> 0 <= sum k f.
Proof. intro H. rewrite <- (sum_zero k). now apply sum_le. Qed.

Lemma sum_abs k f : Rabs (sum k f) <= sum k (fun i => Rabs (f i)).
Proof.
  induction k as [|k IH]; cbn; [rewrite Rabs_R0; lra|].
  pose proof (Rabs_triang (sum k f) (f k)). lra.
Qed.

Lemma term_le_sum k f i : (forall j, (j < k)%nat -> 0 <= f j) -> (i < k)%nat -> f i <= sum k f.
Proof.
  induction k as [|k IH]; intros H Hi; cbn; [lia|].
  destruct (Nat.eq_dec i k) as [->|].
  - assert (0 <= sum k f) by (apply sum_not_negative; intros; apply H; lia). lra.
  - assert (f i <= sum k f) by (apply IH; [intros; apply H; lia | lia]).
    assert (0 <= f k) by (apply H; lia). lra.
Qed.

Lemma sum_swap k m f :
  sum k (fun i => sum m (fun j => f i j)) = sum m (fun j => sum k (fun i => f i j)).
Proof.
  induction k as [|k IH]; cbn; [now rewrite sum_zero|].
  now rewrite IH, <- sum_add.
Qed.

(* A vector of R^n is a function of the index; its values at 0, ..., n - 1 count.  A matrix has two
   indices. *)
Definition vector := nat -> R.
Definition matrix := nat -> nat -> R.
Definition add (u v : vector) : vector := fun i => u i + v i.
Definition sub (u v : vector) : vector := fun i => u i - v i.
Definition scale (a : R) (v : vector) : vector := fun i => a * v i.

Section Dimension.
Variable n : nat.

(* Two vectors of R^n are the same if their first n values are. *)
Definition same (u v : vector) := forall i, (i < n)%nat -> u i = v i.
(* A v *)
Definition apply (A : matrix) (v : vector) : vector := fun i => sum n (fun j => A i j * v j).
(* D is an inverse of C. *)
Definition inverse (D C : matrix) := forall v, same (apply D (apply C v)) v.

Lemma apply_same A u v : same u v -> apply A u = apply A v.
Proof.
  intro H. apply functional_extensionality. intro i. apply sum_same. intros j Hj.
  now rewrite (H j Hj).
Qed.

Lemma apply_add A u v : apply A (add u v) = add (apply A u) (apply A v).
Proof.
  apply functional_extensionality. intro i. unfold apply, add. rewrite <- sum_add.
  apply sum_same. intros. ring.
Qed.

Lemma apply_scale A a v : apply A (scale a v) = scale a (apply A v).
Proof.
  apply functional_extensionality. intro i. unfold apply, scale. rewrite <- sum_scale.
  apply sum_same. intros. ring.
Qed.

Lemma sub_as_add u v : sub u v = add u (scale (-1) v).
Proof. apply functional_extensionality. intro i. unfold sub, add, scale. ring. Qed.

Lemma apply_sub A u v : apply A (sub u v) = sub (apply A u) (apply A v).
Proof. now rewrite !sub_as_add, apply_add, apply_scale. Qed.

(* ---- Norms ----------------------------------------------------------------------------------- *)

(* A norm of R^n, with two numbers that compare it with the coordinates. *)
Record norm := {
  size :> vector -> R;
  size_same : forall u v, same u v -> size u = size v;
  size_add : forall u v, size (add u v) <= size u + size v;
  size_scale : forall a v, size (scale a v) = Rabs a * size v;
  above : R;
  below_above : forall v i, (i < n)%nat -> Rabs (v i) <= above * size v;
  sums : R;
  size_below : forall v, size v <= sums * sum n (fun i => Rabs (v i))
}.

Section OneNorm.
Variable N : norm.

Lemma size_not_negative v : 0 <= N v.
Proof.
  pose proof (size_add N v (scale (-1) v)) as H.
  rewrite size_scale, Rabs_left in H by lra.
  assert (E : add v (scale (-1) v) = scale 0 v)
    by (apply functional_extensionality; intro; unfold add, scale; ring).
  rewrite E, size_scale, Rabs_R0 in H. lra.
Qed.

Lemma size_sub_swap u v : N (sub u v) = N (sub v u).
Proof.
  replace (sub u v) with (scale (-1) (sub v u))
    by (apply functional_extensionality; intro; unfold sub, scale; ring).
  rewrite size_scale, Rabs_left by lra. lra.
Qed.

Lemma triangle u v w : N (sub u w) <= N (sub u v) + N (sub v w).
Proof.
  replace (sub u w) with (add (sub u v) (sub v w))
    by (apply functional_extensionality; intro; unfold sub, add; ring).
  apply size_add.
Qed.

Lemma size_sub_itself v : N (sub v v) = 0.
Proof.
  replace (sub v v) with (scale 0 v)
    by (apply functional_extensionality; intro; unfold sub, scale; ring).
  rewrite size_scale, Rabs_R0. ring.
Qed.

Lemma size_zero_same u v : N (sub u v) <= 0 -> same u v.
Proof.
  intros H i Hi. pose proof (size_not_negative (sub u v)).
  pose proof (below_above N (sub u v) i Hi) as B. unfold sub at 1 in B.
  replace (N (sub u v)) with 0 in B by lra. rewrite Rmult_0_r in B.
  pose proof (Rabs_pos (u i - v i)). apply Rminus_diag_uniq.
  destruct (Req_dec (u i - v i) 0) as [E|E]; [exact E|].
  pose proof (Rabs_pos_lt _ E). lra.
Qed.

(* A number that is at most every positive number is not positive. *)
Lemma at_most_zero a k : 0 <= k -> (forall e, 0 < e -> a <= k * e) -> a <= 0.
Proof.
  intros Hk H. destruct (Rle_or_lt a 0) as [|P]; [assumption|exfalso].
  assert (0 < a / (k + 1) / 2) as Q
    by (apply Rdiv_lt_0_compat; [apply Rdiv_lt_0_compat; lra | lra]).
  specialize (H _ Q).
  assert (k * (a / (k + 1) / 2) = (k / (k + 1)) * (a / 2)) as E by (field; lra).
  assert (k / (k + 1) <= 1) as F
    by (apply (Rmult_le_reg_r (k + 1)); [lra|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra).
  rewrite E in H. pose proof (Rmult_le_compat_r (a / 2) _ _ ltac:(lra) F). lra.
Qed.

(* ---- Limits: R^n is complete in every norm --------------------------------------------------- *)

Definition tends (s : nat -> vector) (z : vector) :=
  forall e, 0 < e -> exists K, forall k, (K <= k)%nat -> N (sub (s k) z) <= e.

Definition cauchy (s : nat -> vector) :=
  forall e, 0 < e -> exists K, forall p q, (K <= p)%nat -> (K <= q)%nat -> N (sub (s p) (s q)) <= e.

Lemma coordinates_tend (s : nat -> vector) m :
  (forall i, (i < m)%nat -> Cauchy_crit (fun k => s k i)) ->
  exists z : vector, forall i, (i < m)%nat -> Un_cv (fun k => s k i) (z i).
Proof.
  induction m as [|m IH]; intro H.
  - exists (fun _ => 0). intros. lia.
  - destruct IH as [z Hz]; [intros; apply H; lia|].
    destruct (R_complete _ (H m ltac:(lia))) as [l Hl].
    exists (fun i => if Nat.eq_dec i m then l else z i). intros i Hi.
    destruct (Nat.eq_dec i m) as [->|]; [exact Hl | apply Hz; lia].
Qed.

Lemma sums_tend (s : nat -> vector) z m :
  (forall i, (i < m)%nat -> Un_cv (fun k => s k i) (z i)) ->
  forall e, 0 < e ->
  exists K, forall k, (K <= k)%nat -> sum m (fun i => Rabs (s k i - z i)) <= e.
Proof.
  induction m as [|m IH]; intros H e He; cbn.
  - exists O. intros. lra.
  - destruct (IH ltac:(intros; apply H; lia) (e / 2) ltac:(lra)) as [K1 H1].
    destruct (H m ltac:(lia) (e / 2) ltac:(lra)) as [K2 H2].
    exists (max K1 K2). intros k Hk.
    specialize (H1 k ltac:(lia)). specialize (H2 k ltac:(lia)). unfold R_dist in H2. lra.
Qed.

Lemma complete s : cauchy s -> exists z, tends s z.
Proof.
  intro H. destruct (coordinates_tend s n) as [z Hz].
  - intros i Hi e He.
    pose proof (Rabs_pos (above N)) as A0.
    destruct (H (e / 2 / (Rabs (above N) + 1))) as [K HK].
    { apply Rdiv_lt_0_compat; lra. }
    exists K. intros p q Hp Hq. specialize (HK p q Hp Hq).
    pose proof (below_above N (sub (s p) (s q)) i Hi) as B. unfold sub at 1 in B. unfold R_dist.
    pose proof (size_not_negative (sub (s p) (s q))) as S0.
    assert (above N * N (sub (s p) (s q)) <= (Rabs (above N) + 1) * N (sub (s p) (s q))) as C.
    { apply Rmult_le_compat_r; [exact S0|]. pose proof (Rle_abs (above N)). lra. }
    pose proof (Rmult_le_compat_l (Rabs (above N) + 1) _ _ ltac:(lra) HK) as D.
    replace ((Rabs (above N) + 1) * (e / 2 / (Rabs (above N) + 1))) with (e / 2) in D
      by (field; lra).
    lra.
  - exists z. intros e He.
    pose proof (Rabs_pos (sums N)) as A0.
    destruct (sums_tend s z n Hz (e / (Rabs (sums N) + 1))) as [K HK].
    { apply Rdiv_lt_0_compat; lra. }
    exists K. intros k Hk. specialize (HK k Hk).
    pose proof (size_below N (sub (s k) z)) as B.
    change (sum n (fun i => Rabs (sub (s k) z i))) with (sum n (fun i => Rabs (s k i - z i))) in B.
    set (S := sum n (fun i => Rabs (s k i - z i))) in *.
    assert (0 <= S) as S0 by (apply sum_not_negative; intros; apply Rabs_pos).
    assert (sums N * S <= (Rabs (sums N) + 1) * S) as C.
    { apply Rmult_le_compat_r; [exact S0|]. pose proof (Rle_abs (sums N)). lra. }
    pose proof (Rmult_le_compat_l (Rabs (sums N) + 1) _ _ ltac:(lra) HK) as D.
    replace ((Rabs (sums N) + 1) * (e / (Rabs (sums N) + 1))) with e in D by (field; lra).
    lra.
Qed.

(* ---- Contraction on a closed ball ------------------------------------------------------------ *)

Definition ball (c : vector) (r : R) (v : vector) := N (sub v c) <= r.

(* T contracts on the ball of centre c and radius r, with the constant L. *)
Definition contracts (T : vector -> vector) (c : vector) (r L : R) :=
  forall u v, ball c r u -> ball c r v -> N (sub (T u) (T v)) <= L * N (sub u v).

(* T (T (... z)), k times *)
Fixpoint iterate (T : vector -> vector) (k : nat) (z : vector) : vector :=
  match k with O => z | S j => T (iterate T j z) end.

Section Contraction.
Variables (T : vector -> vector) (c : vector) (r L : R).
Hypothesis L_range : 0 <= L < 1.
Hypothesis contraction : contracts T c r L.
Hypothesis centre_moves_little : N (sub (T c) c) <= (1 - L) * r.

Lemma centre_in_ball : ball c r c.
Proof.
  unfold ball. rewrite size_sub_itself. pose proof (size_not_negative (sub (T c) c)).
  apply (Rmult_le_reg_l (1 - L)); lra.
Qed.

Lemma maps_into_itself v : ball c r v -> ball c r (T v).
Proof.
  intro H. unfold ball in *. pose proof (triangle (T v) (T c) c).
  pose proof (contraction v c H centre_in_ball).
  pose proof (Rmult_le_compat_l L _ _ (proj1 L_range) H). lra.
Qed.

Lemma iterates_in_ball v k : ball c r v -> ball c r (iterate T k v).
Proof. intro H. induction k as [|k IH]; cbn; [exact H | now apply maps_into_itself]. Qed.

(* How far two points are apart, from how far T moves them. *)
Lemma apart u v : ball c r u -> ball c r v ->
  (1 - L) * N (sub u v) <= N (sub (T u) u) + N (sub (T v) v).
Proof.
  intros Hu Hv. pose proof (contraction u v Hu Hv).
  pose proof (triangle u (T u) v). pose proof (triangle (T u) (T v) v).
  rewrite (size_sub_swap u (T u)) in *. lra.
Qed.

Lemma later_moves v k : ball c r v ->
  N (sub (T (iterate T k v)) (iterate T k v)) <= L ^ k * N (sub (T v) v).
Proof.
  intro H. induction k as [|k IH]; cbn; [lra|].
  pose proof (contraction _ _ (iterates_in_ball v (S k) H) (iterates_in_ball v k H)) as B.
  cbn in B. pose proof (Rmult_le_compat_l L _ _ (proj1 L_range) IH). lra.
Qed.

Lemma powers_small d e : 0 <= d -> 0 < e -> exists K, forall k, (K <= k)%nat -> L ^ k * d <= e.
Proof.
  intros Hd He.
  destruct (pow_lt_1_zero L ltac:(rewrite Rabs_right; lra) (e / (d + 1))) as [K HK].
  { apply Rdiv_lt_0_compat; lra. }
  exists K. intros k Hk. specialize (HK k Hk).
  pose proof (pow_le L k (proj1 L_range)) as P. rewrite Rabs_right in HK by lra.
  pose proof (Rmult_le_compat_r (d + 1) _ _ ltac:(lra) (Rlt_le _ _ HK)) as B.
  unfold Rdiv in B. rewrite Rmult_assoc, Rinv_l in B by lra. nra.
Qed.

Lemma iterates_are_cauchy v : ball c r v -> cauchy (fun k => iterate T k v).
Proof.
  intros H e He. pose proof (size_not_negative (sub (T v) v)) as D.
  destruct (powers_small _ (e * (1 - L) / 2) D) as [K HK]; [nra|].
  exists K. intros p q Hp Hq.
  pose proof (apart _ _ (iterates_in_ball v p H) (iterates_in_ball v q H)) as A.
  pose proof (later_moves v p H). pose proof (later_moves v q H).
  pose proof (HK p Hp). pose proof (HK q Hq).
  apply (Rmult_le_reg_l (1 - L)); lra.
Qed.

Lemma limit_in_ball s z : (forall k, ball c r (s k)) -> tends s z -> ball c r z.
Proof.
  intros Hs Hz. unfold ball.
  assert (N (sub z c) - r <= 0) as A; [|lra].
  apply (at_most_zero _ 1); [lra|]. intros e He. destruct (Hz e He) as [K HK].
  specialize (HK K (le_n K)). pose proof (triangle z (s K) c). pose proof (Hs K) as B.
  unfold ball in B. rewrite (size_sub_swap z (s K)) in *. lra.
Qed.

Lemma limit_is_fixed v z : ball c r v -> tends (fun k => iterate T k v) z -> same (T z) z.
Proof.
  intros Hv Hz. apply size_zero_same. apply (at_most_zero _ 2); [lra|]. intros e He.
  destruct (Hz e He) as [K HK].
  assert (ball c r z) as Bz by (apply (limit_in_ball _ z (fun k => iterates_in_ball v k Hv) Hz)).
  pose proof (HK K (le_n K)) as A. pose proof (HK (S K) ltac:(lia)) as B. cbn in B.
  pose proof (triangle (T z) (T (iterate T K v)) z).
  pose proof (contraction _ _ Bz (iterates_in_ball v K Hv)) as C.
  rewrite (size_sub_swap z) in C. pose proof (size_not_negative (sub (iterate T K v) z)). nra.
Qed.

Lemma fixed_moves_nothing z : same (T z) z -> N (sub (T z) z) = 0.
Proof.
  intro H. rewrite (size_same N _ (sub z z)), size_sub_itself; [reflexivity|].
  intros i Hi. unfold sub. now rewrite (H i Hi).
Qed.

End Contraction.

(* The first lemma.  T maps the ball into itself.  It has a fixed point there; the fixed point is
   the only one in the ball; it is at most |T v - v| / (1 - L) from each v in the ball; iteration
   from each v in the ball converges to it. *)
Theorem contraction_on_ball T c r L :
  0 <= L < 1 ->
  contracts T c r L ->
  N (sub (T c) c) <= (1 - L) * r ->
  (forall v, ball c r v -> ball c r (T v)) /\
  exists z, ball c r z /\ same (T z) z /\
    (forall y, ball c r y -> same (T y) y -> same y z) /\
    (forall v, ball c r v -> N (sub z v) <= N (sub (T v) v) / (1 - L)) /\
    (forall v, ball c r v -> tends (fun k => iterate T k v) z).
Proof.
  intros HL HT Hc. split; [exact (maps_into_itself T c r L HL HT Hc)|].
  pose proof (centre_in_ball T c r L HL Hc) as Bc.
  destruct (complete _ (iterates_are_cauchy T c r L HL HT Hc c Bc)) as [z Hz]. exists z.
  assert (ball c r z) as Bz
    by (apply (limit_in_ball c r _ z (fun k => iterates_in_ball T c r L HL HT Hc c k Bc) Hz)).
  assert (same (T z) z) as Fz by exact (limit_is_fixed T c r L HL HT Hc c z Bc Hz).
  pose proof (fixed_moves_nothing T z Fz) as Z.
  assert (forall v, ball c r v -> (1 - L) * N (sub z v) <= N (sub (T v) v)) as A.
  { intros v Hv. pose proof (apart T c r L HT z v Bz Hv). lra. }
  split; [exact Bz|]. split; [exact Fz|]. split; [|split].
  - intros y By Fy. apply size_zero_same. pose proof (A y By) as B.
    rewrite (fixed_moves_nothing T y Fy) in B. rewrite size_sub_swap.
    apply (Rmult_le_reg_l (1 - L)); lra.
  - intros v Hv. pose proof (A v Hv). apply (Rmult_le_reg_l (1 - L)); [lra|].
    replace ((1 - L) * (N (sub (T v) v) / (1 - L))) with (N (sub (T v) v)) by (field; lra).
    assumption.
  - intros v Hv e He. pose proof (size_not_negative (sub (T v) v)) as D.
    destruct (powers_small L HL _ (e * (1 - L)) D) as [K HK]; [nra|].
    exists K. intros k Hk. specialize (HK k Hk).
    pose proof (A _ (iterates_in_ball T c r L HL HT Hc v k Hv)).
    pose proof (later_moves T c r L HL HT Hc v k Hv). rewrite size_sub_swap.
    apply (Rmult_le_reg_l (1 - L)); lra.
Qed.

End OneNorm.

(* ---- The norms ------------------------------------------------------------------------------- *)

Fixpoint largest (k : nat) (v : vector) : R :=
  match k with O => 0 | S j => Rmax (largest j v) (Rabs (v j)) end.

Lemma largest_not_negative k v : 0 <= largest k v.
Proof.
  induction k as [|k IH]; cbn; [lra|]. pose proof (Rmax_l (largest k v) (Rabs (v k))). lra.
Qed.

Lemma largest_is_above k v i : (i < k)%nat -> Rabs (v i) <= 1 * largest k v.
Proof.
  induction k as [|k IH]; intro Hi; cbn; [lia|].
  pose proof (Rmax_l (largest k v) (Rabs (v k))). pose proof (Rmax_r (largest k v) (Rabs (v k))).
  destruct (Nat.eq_dec i k) as [->|]; [lra|]. specialize (IH ltac:(lia)). lra.
Qed.

(* The norm of the largest coordinate, max |v i|. *)
Definition largest_norm : norm.
Proof.
  refine {| size := largest n; above := 1; sums := 1; below_above := largest_is_above n |}.
  - intros u v H. assert (forall k, (k <= n)%nat -> largest k u = largest k v) as A.
    { induction k as [|k IH]; intro Hk; cbn; [reflexivity|].
      rewrite IH, (H k); [reflexivity | lia | lia]. }
    now apply A.
  - intros u v. induction n as [|k IH]; cbn; [lra|]. apply Rmax_lub.
    + pose proof (Rmax_l (largest k u) (Rabs (u k))).
      pose proof (Rmax_l (largest k v) (Rabs (v k))).
      lra.
    + pose proof (Rmax_r (largest k u) (Rabs (u k))).
      pose proof (Rmax_r (largest k v) (Rabs (v k))).
      pose proof (Rabs_triang (u k) (v k)). unfold add. lra.
  - intros a v. induction n as [|k IH]; cbn; [lra|]. rewrite IH. unfold scale.
    rewrite Rabs_mult, RmaxRmult; [reflexivity | apply Rabs_pos].
  - intro v. rewrite Rmult_1_l. induction n as [|k IH]; cbn; [lra|].
    assert (0 <= sum k (fun i => Rabs (v i))) by (apply sum_not_negative; intros; apply Rabs_pos).
    pose proof (Rabs_pos (v k)). apply Rmax_lub; lra.
Defined.

(* u . v *)
Definition dot (u v : vector) : R := sum n (fun i => u i * v i).

Lemma dot_swap u v : dot u v = dot v u.
Proof. apply sum_same. intros. ring. Qed.

Lemma dot_add u v w : dot u (add v w) = dot u v + dot u w.
Proof. unfold dot. rewrite <- sum_add. apply sum_same. intros. unfold add. ring. Qed.

Lemma dot_scale a u v : dot u (scale a v) = a * dot u v.
Proof. unfold dot. rewrite <- sum_scale. apply sum_same. intros. unfold scale. ring. Qed.

Lemma dot_sub u v w : dot u (sub v w) = dot u v - dot u w.
Proof. rewrite sub_as_add, dot_add, dot_scale. ring. Qed.

Lemma square_not_negative v : 0 <= dot v v.
Proof. apply sum_not_negative. intros. nra. Qed.

Lemma square_zero v : dot v v = 0 -> same v (fun _ => 0).
Proof.
  intros H i Hi.
  pose proof (term_le_sum n (fun i => v i * v i) i ltac:(intros; cbn; nra) Hi) as A. cbn in A.
  unfold dot in H. rewrite H in A. nra.
Qed.

(* (u . v)^2 <= (u . u) (v . v) *)
Lemma cauchy_schwarz u v : dot u v * dot u v <= dot u u * dot v v.
Proof.
  set (a := dot v v). set (b := dot u v).
  pose proof (square_not_negative v) as Ha. fold a in Ha.
  destruct (Req_dec a 0) as [Z|Z].
  - assert (b = 0) as B.
    { unfold b, dot. rewrite <- (sum_zero n). apply sum_same. intros i Hi.
      rewrite (square_zero v Z i Hi). ring. }
    rewrite B, Z. lra.
  - pose proof (square_not_negative (sub (scale a u) (scale b v))) as H.
    rewrite dot_sub, !dot_scale in H.
    rewrite (dot_swap (sub (scale a u) (scale b v)) u),
      (dot_swap (sub (scale a u) (scale b v)) v) in H.
    rewrite !dot_sub, !dot_scale, (dot_swap v u) in H. fold a b in H.
    assert (0 <= a * (dot u u * a - b * b)) as K by lra.
    apply (Rmult_le_reg_l a); lra.
Qed.

(* |v|, the Euclidean norm *)
Definition length (v : vector) : R := sqrt (dot v v).

Lemma length_not_negative v : 0 <= length v.
Proof. apply sqrt_pos. Qed.

Lemma length_square v : length v * length v = dot v v.
Proof. apply sqrt_sqrt, square_not_negative. Qed.

Lemma squares_le a b : 0 <= b -> a * a <= b * b -> a <= b.
Proof. intros. nra. Qed.

Lemma dot_le u v : dot u v <= length u * length v.
Proof.
  pose proof (length_not_negative u). pose proof (length_not_negative v).
  apply squares_le; [nra|]. pose proof (cauchy_schwarz u v) as CS.
  rewrite <- !length_square in CS. nra.
Qed.

Lemma length_same u v : same u v -> length u = length v.
Proof. intro H. unfold length. f_equal. apply sum_same. intros i Hi. now rewrite (H i Hi). Qed.

Lemma length_add u v : length (add u v) <= length u + length v.
Proof.
  pose proof (length_not_negative u). pose proof (length_not_negative v).
  apply squares_le; [lra|]. rewrite length_square, dot_add.
  rewrite (dot_swap (add u v) u), (dot_swap (add u v) v), !dot_add, (dot_swap v u).
  pose proof (dot_le u v). pose proof (length_square u). pose proof (length_square v). nra.
Qed.

Lemma length_scale a v : length (scale a v) = Rabs a * length v.
Proof.
  unfold length. rewrite dot_scale, dot_swap, dot_scale.
  replace (a * (a * dot v v)) with (Rsqr a * dot v v) by (unfold Rsqr; ring).
  rewrite sqrt_mult_alt by apply Rle_0_sqr. now rewrite sqrt_Rsqr_abs.
Qed.

Lemma length_above v i : (i < n)%nat -> Rabs (v i) <= 1 * length v.
Proof.
  intro Hi. rewrite Rmult_1_l. apply squares_le; [apply length_not_negative|].
  rewrite length_square, <- Rabs_mult, Rabs_right by nra.
  exact (term_le_sum n (fun i => v i * v i) i ltac:(intros; cbn; nra) Hi).
Qed.

Lemma length_below v : length v <= 1 * sum n (fun i => Rabs (v i)).
Proof.
  assert (0 <= sum n (fun i => Rabs (v i))) by (apply sum_not_negative; intros; apply Rabs_pos).
  rewrite Rmult_1_l. apply squares_le; [assumption|]. rewrite length_square. unfold dot.
  induction n as [|k IH]; cbn; [lra|].
  assert (0 <= sum k (fun i => Rabs (v i))) as P
    by (apply sum_not_negative; intros; apply Rabs_pos).
  specialize (IH P). pose proof (Rabs_pos (v k)).
  assert (v k * v k = Rabs (v k) * Rabs (v k)) by (rewrite <- Rabs_mult, Rabs_right; nra). nra.
Qed.

Definition euclidean_norm : norm :=
  {| size := length; size_same := length_same; size_add := length_add; size_scale := length_scale;
     above := 1; below_above := length_above; sums := 1; size_below := length_below |}.

(* The sum of |A i j|, over all i and j *)
Definition entries (A : matrix) : R := sum n (fun i => sum n (fun j => Rabs (A i j))).

Lemma row_le_entries A i : (i < n)%nat -> sum n (fun j => Rabs (A i j)) <= entries A.
Proof.
  intro Hi. apply (term_le_sum n (fun i => sum n (fun j => Rabs (A i j)))); [|exact Hi].
  intros. cbn. apply sum_not_negative. intros. apply Rabs_pos.
Qed.

Lemma entries_not_negative A : 0 <= entries A.
Proof. apply sum_not_negative. intros. apply sum_not_negative. intros. apply Rabs_pos. Qed.

Lemma apply_le A v b i : 0 <= b -> (i < n)%nat -> (forall j, (j < n)%nat -> Rabs (v j) <= b) ->
  Rabs (apply A v i) <= entries A * b.
Proof.
  intros Hb Hi H. unfold apply.
  apply (Rle_trans _ _ _ (sum_abs _ _)).
  apply Rle_trans with (sum n (fun j => b * Rabs (A i j))).
  - apply sum_le. intros j Hj. rewrite Rabs_mult. specialize (H j Hj).
    pose proof (Rabs_pos (A i j)). nra.
  - rewrite sum_scale. pose proof (row_le_entries A i Hi). nra.
Qed.

(* |v|_C = |C v|, in any norm, for a matrix C that has an inverse *)
Definition weighted_norm (N : norm) (C D : matrix) (HD : inverse D C) : norm.
Proof.
  refine {| size := fun v => N (apply C v);
            above := entries D * Rabs (above N);
            sums := Rabs (sums N) * (sum n (fun _ => entries C)) |}.
  - intros u v H. now rewrite (apply_same C u v H).
  - intros u v. rewrite apply_add. apply size_add.
  - intros a v. rewrite apply_scale. apply size_scale.
  - intros v i Hi. rewrite <- (HD v i Hi). rewrite Rmult_assoc.
    assert (0 <= Rabs (above N) * N (apply C v))
      by (apply Rmult_le_pos; [apply Rabs_pos | apply size_not_negative]).
    apply apply_le; [assumption | exact Hi |].
    intros j Hj. pose proof (below_above N (apply C v) j Hj).
    pose proof (size_not_negative N (apply C v)). pose proof (Rle_abs (above N)). nra.
  - intro v. pose proof (size_below N (apply C v)) as H.
    set (S := sum n (fun i => Rabs (v i))).
    assert (0 <= S) by (apply sum_not_negative; intros; apply Rabs_pos).
    assert (sum n (fun i => Rabs (apply C v i)) <= sum n (fun _ => entries C) * S) as B.
    { rewrite (Rmult_comm _ S), <- sum_scale. apply sum_le. intros i Hi. rewrite (Rmult_comm S).
      apply apply_le; [assumption | exact Hi |].
      intros j Hj. apply (term_le_sum n (fun i => Rabs (v i)) j); [|exact Hj].
      intros. cbn. apply Rabs_pos. }
    assert (0 <= sum n (fun i => Rabs (apply C v i)))
      by (apply sum_not_negative; intros; apply Rabs_pos).
    pose proof (Rle_abs (sums N)). pose proof (Rabs_pos (sums N)).
    rewrite Rmult_assoc. set (Q := sum n (fun i => Rabs (apply C v i))) in *.
    assert (sums N * Q <= Rabs (sums N) * Q) by nra.
    assert (Rabs (sums N) * Q <= Rabs (sums N) * (sum n (fun _ => entries C) * S))
      by (apply Rmult_le_compat_l; assumption).
    lra.
Defined.

(* The second lemma: the first one in the norm |C v|, written out. *)
Theorem contraction_in_weighted_norm (N : norm) C D (HD : inverse D C) T c r L :
  let size v := N (apply C v) in
  0 <= L < 1 ->
  (forall u v, size (sub u c) <= r -> size (sub v c) <= r ->
     size (sub (T u) (T v)) <= L * size (sub u v)) ->
  size (sub (T c) c) <= (1 - L) * r ->
  (forall v, size (sub v c) <= r -> size (sub (T v) c) <= r) /\
  exists z, size (sub z c) <= r /\ same (T z) z /\
    (forall y, size (sub y c) <= r -> same (T y) y -> same y z) /\
    (forall v, size (sub v c) <= r -> size (sub z v) <= size (sub (T v) v) / (1 - L)) /\
    (forall v, size (sub v c) <= r -> forall e, 0 < e ->
       exists K, forall k, (K <= k)%nat -> size (sub (iterate T k v) z) <= e).
Proof. exact (contraction_on_ball (weighted_norm N C D HD) T c r L). Qed.

(* ---- From a bound of the derivative to L ----------------------------------------------------- *)

(* The matrix J is the derivative of T at v. *)
Definition derivative (T : vector -> vector) (J : matrix) (v : vector) :=
  forall i, (i < n)%nat -> forall e, 0 < e -> exists d, 0 < d /\
  forall w, (forall j, (j < n)%nat -> Rabs (w j) < d) ->
  Rabs (T (add v w) i - T v i - apply J w i) <= e * sum n (fun j => Rabs (w j)).

(* The points of the segment from u to v *)
Definition segment (u v : vector) (t : R) : vector := add u (scale t (sub v u)).

Lemma derivative_on_segment T J u v t : derivative T J (segment u v t) ->
  forall i, (i < n)%nat ->
  derivable_pt_lim (fun s => T (segment u v s) i) t (apply J (sub v u) i).
Proof.
  intros H i Hi e He. set (w := sub v u).
  set (S := sum n (fun j => Rabs (w j))).
  assert (0 <= S) as S0 by (apply sum_not_negative; intros; apply Rabs_pos).
  destruct (H i Hi (e / 2 / (S + 1))) as [d [Hd B]].
  { apply Rdiv_lt_0_compat; lra. }
  assert (0 < d / (S + 1)) as Q by (apply Rdiv_lt_0_compat; lra).
  exists (mkposreal _ Q). intros h Hh Sh. cbn in Sh.
  specialize (B (scale h w)).
  assert (add (segment u v t) (scale h w) = segment u v (t + h)) as E
    by (apply functional_extensionality; intro; unfold segment, add, scale, w, sub; ring).
  rewrite E, apply_scale in B. unfold scale in B.
  assert (forall j, (j < n)%nat -> Rabs (h * w j) < d) as Small.
  { intros j Hj. rewrite Rabs_mult.
    assert (Rabs (w j) <= S) as W
      by (apply (term_le_sum n (fun j => Rabs (w j)) j); [intros; apply Rabs_pos | exact Hj]).
    pose proof (Rabs_pos (w j)). pose proof (Rabs_pos_lt h Hh).
    apply Rle_lt_trans with (Rabs h * S); [nra|].
    apply Rlt_le_trans with (Rabs h * (S + 1)); [nra|].
    apply (Rmult_le_reg_r (/ (S + 1))); [apply Rinv_0_lt_compat; lra|].
    rewrite Rmult_assoc, Rinv_r, Rmult_1_r by lra. unfold Rdiv in Sh. lra. }
  specialize (B Small).
  assert (sum n (fun j => Rabs (h * w j)) = Rabs h * S) as F.
  { unfold S. rewrite <- sum_scale. apply sum_same. intros. apply Rabs_mult. }
  rewrite F in B. pose proof (Rabs_pos_lt h Hh) as Ph.
  replace ((T (segment u v (t + h)) i - T (segment u v t) i) / h - apply J w i)
    with ((T (segment u v (t + h)) i - T (segment u v t) i - h * apply J w i) / h)
    by (field; exact Hh).
  unfold Rdiv. rewrite Rabs_mult, Rabs_inv.
  apply (Rmult_lt_reg_r (Rabs h)); [exact Ph|].
  rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
  apply (Rle_lt_trans _ _ _ B).
  assert (e / 2 / (S + 1) * S <= e / 2) as G.
  { replace (e / 2 / (S + 1) * S) with (e / 2 * (S / (S + 1))) by (field; lra).
    assert (S / (S + 1) <= 1)
      by (apply (Rmult_le_reg_r (S + 1)); [lra|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra).
    nra. }
  replace (e / 2 / (S + 1) * (Rabs h * S)) with (Rabs h * (e / 2 / (S + 1) * S)) by ring. nra.
Qed.

Lemma derivative_of_sum k (f : nat -> R -> R) (g : nat -> R) t :
  (forall i, (i < k)%nat -> derivable_pt_lim (f i) t (g i)) ->
  derivable_pt_lim (fun s => sum k (fun i => f i s)) t (sum k g).
Proof.
  induction k as [|k IH]; intro H; cbn.
  - apply derivable_pt_lim_const.
  - apply (derivable_pt_lim_plus (fun s => sum k (fun i => f i s)) (f k));
      [apply IH; intros; apply H; lia | apply H; lia].
Qed.

(* a . (C v) with fixed a, as a sum over coordinates of v *)
Lemma dot_apply a C v : dot a (apply C v) = sum n (fun j => sum n (fun i => a i * C i j) * v j).
Proof.
  unfold dot, apply.
  rewrite (sum_same n _ (fun i => sum n (fun j => a i * C i j * v j))).
  - rewrite sum_swap. apply sum_same. intros j Hj.
    rewrite Rmult_comm, <- sum_scale. apply sum_same. intros. ring.
  - intros i Hi. rewrite <- sum_scale. apply sum_same. intros. ring.
Qed.

(* The mean value theorem, in the norm |C v|: if |C J w| <= M for w = v - u and the derivatives J on
   the segment, then |C (T v - T u)| <= M. *)
Lemma mean_value T (J : vector -> matrix) C u v M :
  (forall t, 0 <= t <= 1 -> derivative T (J (segment u v t)) (segment u v t)) ->
  (forall t, 0 <= t <= 1 -> length (apply C (apply (J (segment u v t)) (sub v u))) <= M) ->
  length (apply C (sub (T v) (T u))) <= M.
Proof.
  intros HT HM. set (a := apply C (sub (T v) (T u))).
  set (weight := fun j => sum n (fun i => a i * C i j)).
  destruct (MVT_cor2 (fun t => sum n (fun j => weight j * T (segment u v t) j))
              (fun t => sum n (fun j => weight j * apply (J (segment u v t)) (sub v u) j)) 0 1)
    as [t [E Ht]]; [lra| |].
  - intros t Ht. apply derivative_of_sum. intros j Hj.
    apply (derivable_pt_lim_scal (fun s => T (segment u v s) j)).
    apply derivative_on_segment; [exact (HT t Ht) | exact Hj].
  - assert (segment u v 1 = v) as E1
      by (apply functional_extensionality; intro; unfold segment, add, scale, sub; ring).
    assert (segment u v 0 = u) as E0
      by (apply functional_extensionality; intro; unfold segment, add, scale, sub; ring).
    rewrite E1, E0, Rminus_0_r, Rmult_1_r in E. unfold weight in E. rewrite <- !dot_apply in E.
    assert (dot a (apply C (T v)) - dot a (apply C (T u)) = dot a a) as F
      by (change (dot a a) with (dot a (apply C (sub (T v) (T u))));
          now rewrite apply_sub, dot_sub).
    rewrite F in E.
    pose proof (dot_le a (apply C (apply (J (segment u v t)) (sub v u)))) as B.
    rewrite <- E, <- length_square in B.
    pose proof (HM t ltac:(lra)) as Bound. pose proof (length_not_negative a) as P.
    destruct (Req_dec (length a) 0) as [Z|Z].
    + rewrite Z. apply Rle_trans with (2 := Bound). apply length_not_negative.
    + apply Rle_trans with (2 := Bound). apply (Rmult_le_reg_l (length a)); lra.
Qed.

(* ---- A spectral norm is bounded by powers ---------------------------------------------------- *)

(* The spectral norm of A is at most s. *)
Definition spectral_at_most (A : matrix) (s : R) := forall v, length (apply A v) <= s * length v.

Definition transpose (A : matrix) : matrix := fun i j => A j i.
Definition product (A B : matrix) : matrix := fun i j => sum n (fun k => A i k * B k j).
Definition frobenius (A : matrix) : R := sqrt (sum n (fun i => sum n (fun j => A i j * A i j))).

Lemma apply_product A B v : apply (product A B) v = apply A (apply B v).
Proof.
  apply functional_extensionality. intro i. unfold apply, product.
  rewrite (sum_same n _ (fun j => sum n (fun k => A i k * B k j * v j))).
  - rewrite sum_swap. apply sum_same. intros k Hk. rewrite <- sum_scale. apply sum_same.
    intros. ring.
  - intros j Hj. rewrite Rmult_comm, <- sum_scale. apply sum_same. intros. ring.
Qed.

Lemma dot_transpose A u v : dot (apply A u) v = dot u (apply (transpose A) v).
Proof.
  rewrite dot_swap, dot_apply. unfold dot, apply, transpose. apply sum_same. intros j Hj.
  rewrite Rmult_comm. f_equal. apply sum_same. intros. ring.
Qed.

Lemma frobenius_bound A : spectral_at_most A (frobenius A).
Proof.
  intro v. pose proof (length_not_negative v).
  set (F := sum n (fun i => sum n (fun j => A i j * A i j))).
  assert (0 <= F) as F0
    by (apply sum_not_negative; intros; apply sum_not_negative; intros; nra).
  assert (frobenius A * frobenius A = F) as Q by (apply sqrt_sqrt, F0).
  assert (0 <= frobenius A) by apply sqrt_pos.
  apply squares_le; [nra|]. rewrite length_square.
  replace (frobenius A * length v * (frobenius A * length v))
    with (F * (length v * length v)) by (rewrite <- Q; ring).
  rewrite length_square, (Rmult_comm F). unfold F. rewrite <- sum_scale. unfold dot at 1.
  apply sum_le. intros i Hi.
  pose proof (cauchy_schwarz (A i) v) as B. unfold dot in B at 1 2 3. unfold apply. lra.
Qed.

(* |A|^2 <= |A^T A| *)
Lemma spectral_square A s : 0 <= s ->
  spectral_at_most (product (transpose A) A) (s * s) -> spectral_at_most A s.
Proof.
  intros Hs H v. pose proof (length_not_negative v). apply squares_le; [nra|].
  rewrite length_square, dot_transpose, <- apply_product.
  pose proof (dot_le v (apply (product (transpose A) A) v)). pose proof (H v). nra.
Qed.

(* G^(2^k), by squaring *)
Fixpoint squared (k : nat) (G : matrix) : matrix :=
  match k with O => G | S j => squared j (product G G) end.

(* s^(2^k) *)
Fixpoint squared_number (k : nat) (s : R) : R :=
  match k with O => s | S j => squared_number j (s * s) end.

Definition symmetric (G : matrix) := transpose G = G.

Lemma gram_symmetric A : symmetric (product (transpose A) A).
Proof.
  apply functional_extensionality. intro i. apply functional_extensionality. intro j.
  unfold transpose, product. apply sum_same. intros. ring.
Qed.

Lemma square_symmetric G : symmetric G -> symmetric (product G G).
Proof.
  intro H. pose proof (gram_symmetric G) as A. unfold symmetric in *. now rewrite H in A.
Qed.

Lemma spectral_powers k : forall G s, symmetric G -> 0 <= s ->
  frobenius (squared k G) <= squared_number k s -> spectral_at_most G s.
Proof.
  induction k as [|k IH]; intros G s HG Hs H; cbn in H.
  - intro v. pose proof (frobenius_bound G v). pose proof (length_not_negative v). nra.
  - apply spectral_square; [exact Hs|]. rewrite HG.
    apply IH; [now apply square_symmetric | nra | exact H].
Qed.

(* Section 3 of proof.md: |A| is at most the 2j-th root of |G^j|, the Frobenius norm, with
   G = A^T A and j = 2^k. *)
Theorem power_bound A s k : 0 <= s ->
  frobenius (squared k (product (transpose A) A)) <= squared_number k (s * s) ->
  spectral_at_most A s.
Proof.
  intros Hs H. apply spectral_square; [exact Hs|].
  apply (spectral_powers k); [apply gram_symmetric | nra | exact H].
Qed.

(* ---- The theorem of section 2 ---------------------------------------------------------------- *)

(* A ball is convex. *)
Lemma segment_in_ball N c r u v t :
  ball N c r u -> ball N c r v -> 0 <= t <= 1 -> ball N c r (segment u v t).
Proof.
  unfold ball. intros Hu Hv Ht.
  replace (sub (segment u v t) c) with (add (scale (1 - t) (sub u c)) (scale t (sub v c)))
    by (apply functional_extensionality; intro; unfold segment, add, scale, sub; ring).
  apply (Rle_trans _ _ _ (size_add N _ _)). rewrite !size_scale, !Rabs_right by lra. nra.
Qed.

(* A bound of the norm of C J D, D the inverse of C, gives a contraction. *)
Lemma derivative_contracts C D (HD : inverse D C) T (J : vector -> matrix) c r L :
  (forall v, ball (weighted_norm euclidean_norm C D HD) c r v ->
     derivative T (J v) v /\ spectral_at_most (product C (product (J v) D)) L) ->
  contracts (weighted_norm euclidean_norm C D HD) T c r L.
Proof.
  intros H u v Hu Hv. cbn [size weighted_norm euclidean_norm].
  assert (forall t, 0 <= t <= 1 ->
    ball (weighted_norm euclidean_norm C D HD) c r (segment v u t)) as B
    by (intros; now apply segment_in_ball).
  apply (mean_value T J C v u).
  - intros t Ht. apply (H _ (B t Ht)).
  - intros t Ht. destruct (H _ (B t Ht)) as [_ S]. specialize (S (apply C (sub u v))).
    rewrite !apply_product in S. rewrite (apply_same (J _) _ _ (HD (sub u v))) in S. exact S.
Qed.

(* C is invertible, D its inverse.  In the ball K of the norm |C v|, T has the derivative J v, and
   the spectral norm of C (J v) D is at most L < 1.  |T c - c| <= (1 - L) r.  The m-th iterate of z0
   is in K.  Then the iterates of z0 converge to a fixed point z of T; it is the only one in K, and
   |z - c| <= |T c - c| / (1 - L). *)
Theorem certificate C D (HD : inverse D C) T (J : vector -> matrix) c r L m z0 :
  let N := weighted_norm euclidean_norm C D HD in
  0 <= L < 1 ->
  (forall v, ball N c r v ->
     derivative T (J v) v /\ spectral_at_most (product C (product (J v) D)) L) ->
  N (sub (T c) c) <= (1 - L) * r ->
  ball N c r (iterate T m z0) ->
  exists z, tends N (fun k => iterate T k z0) z /\
    same (T z) z /\ ball N c r z /\
    (forall y, ball N c r y -> same (T y) y -> same y z) /\
    N (sub z c) <= N (sub (T c) c) / (1 - L).
Proof.
  intros N HL HJ Hc Hm.
  pose proof (derivative_contracts C D HD T J c r L HJ) as HT.
  destruct (contraction_on_ball N T c r L HL HT Hc) as [_ [z [Bz [Fz [U [A I]]]]]].
  exists z. split; [|split; [exact Fz | split; [exact Bz | split; [exact U|]]]].
  - intros e He. destruct (I _ Hm e He) as [K HK]. exists (K + m)%nat. intros k Hk.
    replace (iterate T k z0) with (iterate T (k - m) (iterate T m z0)); [apply HK; lia|].
    assert (forall j, iterate T j (iterate T m z0) = iterate T (j + m) z0) as E
      by (induction j as [|j IH]; cbn; [reflexivity | now rewrite IH]).
    rewrite E. f_equal. lia.
  - apply A. exact (centre_in_ball N T c r L HL Hc).
Qed.

(* The conditions can be met: halving, with C = D = 1, J = 1/2, on a ball around 0. *)
Definition diagonal (a : R) : matrix := fun i j => if Nat.eq_dec i j then a else 0.

Lemma apply_diagonal a v : same (apply (diagonal a) v) (scale a v).
Proof.
  intros i Hi. unfold apply, diagonal, scale.
  assert (forall k, sum k (fun j => (if Nat.eq_dec i j then a else 0) * v j) =
                    if Compare_dec.lt_dec i k then a * v i else 0) as S.
  { induction k as [|k IH]; cbn; [reflexivity|]. rewrite IH.
    destruct (Compare_dec.lt_dec i k), (Nat.eq_dec i k), (Compare_dec.lt_dec i (S k));
      try lia; subst; ring. }
  rewrite S. destruct (Compare_dec.lt_dec i n); [reflexivity | lia].
Qed.

Lemma one_is_inverse : inverse (diagonal 1) (diagonal 1).
Proof.
  intros v i Hi. rewrite (apply_same _ _ _ (apply_diagonal 1 v)).
  rewrite (apply_diagonal 1 _ i Hi). unfold scale. ring.
Qed.

Example halving z0 : exists z, same (scale (1 / 2) z) z /\
  tends (weighted_norm euclidean_norm _ _ one_is_inverse)
    (fun k => iterate (scale (1 / 2)) k z0) z.
Proof.
  set (N := weighted_norm euclidean_norm _ _ one_is_inverse).
  destruct (certificate _ _ one_is_inverse (scale (1 / 2)) (fun _ => diagonal (1 / 2))
              (fun _ => 0) (N (sub z0 (fun _ => 0))) (1 / 2) 0 z0) as [z [I [F _]]].
  - lra.
  - intros v _. split.
    + intros i Hi e He. exists 1. split; [lra|]. intros w _.
      rewrite (apply_diagonal _ w i Hi). unfold add, scale.
      replace (1 / 2 * (v i + w i) - 1 / 2 * v i - 1 / 2 * w i) with 0 by ring.
      rewrite Rabs_R0. apply Rmult_le_pos; [lra|].
      apply sum_not_negative. intros. apply Rabs_pos.
    + intro v'. rewrite !apply_product.
      rewrite (apply_same (diagonal (1 / 2)) _ _ (apply_diagonal 1 v')).
      rewrite (apply_same (diagonal 1) _ _ (apply_diagonal (1 / 2) _)).
      rewrite (length_same _ _ (apply_diagonal 1 _)), !length_scale, !Rabs_right by lra. lra.
  - fold N. replace (sub (scale (1 / 2) (fun _ => 0)) (fun _ => 0)) with (scale 0 (fun _ => 0))
      by (apply functional_extensionality; intro; unfold scale, sub; ring).
    rewrite size_scale, Rabs_R0. pose proof (size_not_negative N (sub z0 (fun _ => 0))). lra.
  - unfold ball. cbn [iterate]. fold N. lra.
  - exists z. split; [exact F | exact I].
Qed.

End Dimension.
