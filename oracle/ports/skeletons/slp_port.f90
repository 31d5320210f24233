! SPDX-License-Identifier: 0BSD
! A port in Fortran 2008 to copy: rigid-body, canonical, polynomials on their algebras; the schemes
! implicit-midpoint and tmk.  Replace `generator` and `step` by calls of your own code.
!   gfortran -O2 -ffp-contract=off -o slp_port slp_port.f90
!   slp gen --count 1000 | ./slp_port | slp judge
program slp_port
    use, intrinsic :: iso_fortran_env, only: r => real64, input_unit, output_unit, iostat_eor
    implicit none
    character(len=:), allocatable :: line, scheme
    real(r), allocatable :: inertia(:), quad(:), lin(:), beta(:), gamma(:), h(:)
    real(r), allocatable :: c(:) ! of a polynomial's terms: c x_i x_j ... of H_k, i = at(1), ...
    integer, allocatable :: k(:), degree(:), at(:, :)
    character(len=17), parameter :: schemes(2) = ['implicit-midpoint', 'tmk              ']
    character(len=16), parameter :: systems(4) = &
        ['rigid-body      ', 'canonical       ', 'polynomial-so3  ', 'polynomial-plane']
    character(len=4096) :: part
    logical :: plane, kubo, stages; integer :: got, state, i, j
    call get_environment_variable('SLP_STAGES', status=state)
    stages = state == 0
    do
        line = ''; state = 0
        do while (state /= iostat_eor) ! a line of any length
            read (input_unit, '(a)', advance='no', size=got, iostat=state) part
            if (state < 0 .and. state /= iostat_eor) stop
            line = line // part(:got)
        end do
        if (line == 'list') print '(8("pair system=", a, " scheme=", a, /), "end")', &
            ((trim(systems(i)), trim(schemes(j)), j=1, 2), i=1, 4)
        if (index(line, 'case ') == 1) call answer
        flush (output_unit)
    end do
contains
    ! The value of a key of the line; empty if it is not there.
    function text_of(key) result(text)
        character(len=*), intent(in) :: key
        character(len=:), allocatable :: text
        integer :: from
        text = ''; from = index(line, ' ' // key // '=') + len(key) + 2
        if (from > len(key) + 2) text = line(from:from - 2 + index(line(from:) // ' ', ' '))
    end function
    real(r) function number(text) ! a decimal or a hex float
        character(len=*), intent(in) :: text
        integer :: k, e, p, point
        number = 0; e = 0; p = index(text // 'p', 'p')
        if (index(text, 'x') == 0) read (text, *) number
        if (index(text, 'x') == 0) return
        if (p < len(text)) read (text(p + 1:), *) e
        point = index(text, '.')
        if (point > 0) e = e - 4*(p - 1 - point)
        do k = index(text, 'x') + 1, p - 1
            if (k /= point) number = 16*number + index('0123456789abcdef', text(k:k)) - 1
        end do
        number = scale(scale(number, e/2), e - e/2)*sign(1, -index(text(1:1), '-'))
    end function
    ! The numbers of a list, by commas; none if the key is not there.
    function list(key) result(numbers)
        character(len=*), intent(in) :: key
        real(r), allocatable :: numbers(:)
        character(len=:), allocatable :: text
        integer :: from, k
        text = text_of(key) // ','
        allocate (numbers(count([(text(k:k) == ',', k=1, len(text))])*min(1, len(text) - 1)))
        from = 1
        do k = 1, size(numbers)
            numbers(k) = number(text(from:from + index(text(from:), ',') - 2))
            from = from + index(text(from:), ',')
        end do
    end function
    subroutine read_terms ! the items k:c:i.j... of `terms`
        character(len=:), allocatable :: text, item
        integer :: n, from, first, last, l
        text = text_of('terms') // ','
        n = count([(text(l:l) == ',', l=1, len(text))])*min(1, len(text) - 1)
        if (allocated(c)) deallocate (c, k, degree, at)
        allocate (c(n), k(n), degree(n), at(8, n))
        from = 1
        do n = 1, size(c)
            item = text(from:from + index(text(from:), ',') - 2)
            from = from + len(item) + 1
            first = index(item, ':'); last = index(item, ':', back=.true.)
            read (item(:first - 1), *) k(n); c(n) = number(item(first + 1:last - 1))
            degree(n) = 1 + count([(item(l:l) == '.', l=last + 1, len(item))])
            do l = last + 1, len(item)
                if (item(l:l) == '.') item(l:l) = ' '
            end do
            read (item(last + 1:), *) at(:degree(n), n)
        end do
    end subroutine
    ! Of each term a part for each of its factors: the others times h or the increment.
    function polynomial(x, w) result(xi)
        real(r), intent(in) :: x(:), w(:)
        real(r) :: xi(size(x)), part
        integer :: n, j, l
        xi = 0
        do n = 1, size(c)
            do j = 1, degree(n)
                part = c(n)*sum([h, w], mask=[(l == k(n), l=0, size(w))])
                do l = 1, degree(n)
                    if (l /= j) part = part*x(at(l, n))
                end do
                xi(at(j, n)) = xi(at(j, n)) + part
            end do
        end do
    end function
    function cross(a, b)
        real(r), intent(in) :: a(3), b(3)
        real(r) :: cross(3)
        cross = [a(2)*b(3) - a(3)*b(2), a(3)*b(1) - a(1)*b(3), a(1)*b(2) - a(2)*b(1)]
    end function
    real(r) function length(x) ! without overflow and underflow, which norm2 need not avoid
        real(r), intent(in) :: x(:)
        length = hypot(hypot(x(1), x(2)), sum(x(3:)))
    end function
    ! Xi(x; h, w): the energy, then the noises in the order of the increments w.
    function generator(x, w) result(xi)
        real(r), intent(in) :: x(:), w(:)
        real(r) :: xi(size(x)), b
        integer :: n
        if (size(c) > 0) then
            xi = polynomial(x, w)
        else if (plane) then
            b = sum(beta*w(:size(beta)))
            xi = (h(1) + b)*x
            if (.not. kubo) xi = [h(1)*sin(x(1)) + b*cos(x(1)), &
                                  h(1)*x(2) + sum(gamma*w(size(beta) + 1:))]
        else
            xi = h(1)*x/inertia
            if (size(quad) > 0) xi = xi + w(1:3)*quad*x
            do n = 1, size(lin)/3
                xi = xi + w(size(quad) + n)*lin(3*n - 2:3*n)
            end do
        end if
    end function
    ! T(z).  The result y is T(y): x + ad*_xi m, or for tmk x carried by xi for unit time, which on
    ! so(3) is a turn by |xi|; xi = Xi(m), m = (x + z)/2.
    function map(x, z, w) result(next)
        real(r), intent(in) :: x(:), z(:), w(:)
        real(r) :: next(size(x)), xi(size(x)), half, sinc
        xi = generator(0.5_r*x + 0.5_r*z, w)
        half = 0.5_r*length(xi)
        sinc = merge(sin(half)/max(half, tiny(half)), 1.0_r, half > tiny(half))
        if (plane) next = x + [xi(2), -xi(1)]
        if (plane) return
        next = x + sinc*cos(half)*cross(x, xi) + 0.5_r*sinc*sinc*cross(cross(x, xi), xi)
        if (scheme /= 'tmk') next = x + cross(0.5_r*x + 0.5_r*z, xi)
    end function
    ! x := the limit of x, T(x), T(T(x)), ...; false if there is none (the manual, "When to stop").
    logical function step(x, w)
        real(r), intent(inout) :: x(:)
        real(r), intent(in) :: w(:)
        real(r) :: z(size(x)), y(size(x)), next(size(x)), least, now, most
        integer :: i, since
        most = 16*2.0_r**(-53)*(length(x) + merge(length(generator(x, w)), 0.0_r, plane))
        least = huge(least); since = 0; step = .false.; z = x
        do i = 1, 8000
            next = map(x, z, w)
            now = length(next - z)
            if (.not. now <= huge(now)) exit
            since = merge(0, since + 1, now < least)
            if (now < least) y = next
            least = min(least, now)
            step = least <= 0 .or. (since >= 100 .and. least <= most)
            if (step) exit
            z = merge(0.5_r*z + 0.5_r*next, next, i > 1000) ! half steps turn less
        end do
        if (step) x = y
    end function
    function text_of_list(x) result(text) ! by commas
        real(r), intent(in) :: x(:)
        character(len=26*size(x) - 1) :: text
        write (text, '(sp, *(es25.16e4, :, ","))') x
    end function
    subroutine answer
        real(r), allocatable :: w(:), x(:), m(:)
        character(len=:), allocatable :: text
        character(len=16) :: system
        integer :: s, n, steps
        system = text_of('system')
        if (system == 'polynomial') system = 'polynomial-' // text_of('algebra')
        kubo = text_of('model') == 'kubo'; call read_terms
        plane = any(system == systems(2::2)); text = ' y='
        inertia = list('inertia'); quad = list('quad'); lin = list('lin'); w = list('dw')
        beta = list('beta'); gamma = list('gamma'); h = list('h'); x = list('x')
        scheme = text_of('scheme'); steps = nint(number(text_of('steps'))); n = size(w)/steps
        if (all(system /= systems) .or. all(scheme /= schemes) .or. text_of('area') /= '') &
            text = ' error=unsupported'
        print '(a)', line
        do s = 1, merge(steps, 0, text(2:2) == 'y')
            m = 0.5_r*x
            if (.not. step(x, w((s - 1)*n + 1:s*n))) text = ' error=no-convergence'
            if (text(2:2) == 'e') exit
            m = m + 0.5_r*x ! what `slp judge --stages` compares: the middle, the generator there
            if (stages) print '(a, i0, 4a)', '# stage step=', s, merge(' s1=', '  z=', scheme == &
                'tmk'), text_of_list(m), ' xi1=', text_of_list(generator(m, w((s - 1)*n + 1:s*n)))
            text = text // text_of_list(x) // ','
        end do
        s = len(text) - merge(1, 0, text(2:2) == 'y') ! without the last comma
        print '(a)', 'result id=' // text_of('id') // text(:s)
    end subroutine
end program
