"""National ids of invented people, with right check digits, and how they are printed."""
import string
import unicodedata


def cuil(prefix, dni):
    """CUIL/CUIT of Argentina: prefix (2) + number (8) + check digit, modulo 11 (RG 10/97 of the DGI)."""
    # Where the digit would be 10, another prefix is given: of companies 33 and 34, of people 23 and 24.
    for p in (prefix, '33', '34') if prefix == '30' else (prefix, '23', '24'):
        body = f'{p}{int(dni):08d}'
        rest = sum(int(d) * w for d, w in zip(body, (5, 4, 3, 2, 7, 6, 5, 4, 3, 2))) % 11
        digit = (11 - rest) % 11
        if digit != 10:
            return body + str(digit)
    raise ValueError(dni)


def cpf(nine):
    """CPF of Brazil: nine digits and two check digits."""
    digits = [int(d) for d in f'{int(nine):09d}']
    for _ in range(2):
        total = sum(d * w for d, w in zip(digits, range(len(digits) + 1, 1, -1)))
        digits.append((total * 10) % 11 % 10)
    return ''.join(map(str, digits))


def cnpj(twelve):
    """CNPJ of Brazil: twelve digits and two check digits."""
    digits = [int(d) for d in f'{int(twelve):012d}']
    for weights in ((5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2), (6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2)):
        rest = sum(d * w for d, w in zip(digits, weights)) % 11
        digits.append(0 if rest < 2 else 11 - rest)
    return ''.join(map(str, digits))


def rut(number):
    """RUT of Chile: number and its check digit, 0–9 or K."""
    total, weight = 0, 2
    for d in reversed(str(number)):
        total += int(d) * weight
        weight = 2 if weight == 7 else weight + 1
    rest = 11 - total % 11
    return f'{number}' + {10: 'K', 11: '0'}.get(rest, str(rest))


def rut_with(digit, start):
    """The first RUT from `start` on whose check digit is `digit`."""
    while rut(start)[-1] != digit:
        start += 1
    return rut(start)


def ci_uy(seven):
    """Cédula of Uruguay: seven digits and one check digit."""
    body = f'{int(seven):07d}'
    total = sum(int(d) * w for d, w in zip(body, (2, 9, 8, 7, 6, 3, 4)))
    return body + str((10 - total % 10) % 10)


def cedula_ec(nine):
    """Cédula of Ecuador: nine digits and one check digit, modulo 10."""
    total = 0
    for i, d in enumerate(nine):
        n = int(d) * (2 if i % 2 == 0 else 1)
        total += n - 9 if n > 9 else n
    return nine + str((10 - total % 10) % 10)


RFC_VALUES = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ'


def rfc_digit(twelve):
    """Check digit of an RFC of a person (SAT's table of values)."""
    total = sum(RFC_VALUES.index(c) * (13 - i) for i, c in enumerate(twelve))
    rest = total % 11
    return '0' if rest == 0 else {10: 'A'}.get(11 - rest, str(11 - rest))


def plain(text):
    return ''.join(c for c in unicodedata.normalize('NFD', text) if not unicodedata.combining(c)).upper()


# Words that the tax authority doesn't let stand: their last letter becomes X.
RUDE = ('BUEI', 'BUEY', 'CACA', 'CACO', 'CAGA', 'CAGO', 'CAKA', 'COGE', 'COJA', 'COJE', 'COJI', 'COJO', 'CULO', 'FETO', 'GUEY', 'JOTO', 'KACA', 'KACO',
        'KAGA', 'KAGO', 'KAKA', 'KOGE', 'KOJO', 'KULO', 'LOCA', 'LOCO', 'MAME', 'MAMO', 'MEAR', 'MEAS', 'MEON', 'MION', 'MOCO', 'MULA', 'PEDA', 'PEDO',
        'PENE', 'PUTA', 'PUTO', 'QULO', 'RATA', 'RUIN')


def homoclave(rng):
    """Two characters, the first no later than V and neither 0 nor O."""
    return rng.choice('123456789ABCDEFGHIJKLMNPQRSTUV') + rng.choice('123456789ABCDEFGHIJKLMNPQRSTUVWXYZ')


def rfc(first, last, born, homoclave):
    """RFC of a person: letters of the names, birth date, homoclave of two, check digit."""
    parts = [p for p in plain(last).replace('-', ' ').split() if p not in ('DE', 'LA', 'DEL', 'LOS', 'Y')]
    father, mother = parts[0], (parts[1] if len(parts) > 1 else 'X')
    vowel = next((c for c in father[1:] if c in 'AEIOU'), 'X')
    letters = father[0] + vowel + mother[0] + plain(first)[0]
    if letters in RUDE:
        letters = letters[:3] + 'X'
    base = letters + born + homoclave
    return base + rfc_digit(base)


def curp(rfc_, rng):
    """A CURP that agrees with the RFC's letters and date; its last digit is calculated."""
    body = rfc_[:10] + rng.choice('HM') + rng.choice(('DF', 'JC', 'NL', 'PL')) + ''.join(rng.choices('BCDFGLMNRST', k=3)) + '0'
    values = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ'
    total = sum(values.index(c) * (18 - i) for i, c in enumerate(body))
    return body + str((10 - total % 10) % 10)


def nss(rng):
    """NSS of Mexico: ten digits and a Luhn digit."""
    body = ''.join(rng.choices(string.digits, k=10))
    total = 0
    for i, d in enumerate(body):
        n = int(d) * (1 if i % 2 == 0 else 2)
        total += n - 9 if n > 9 else n
    return body + str((10 - total % 10) % 10)


def dotted(number):
    return f'{int(number):,}'.replace(',', '.')


def shown(country, value, style='usual', sep=None):
    """The id as a payroll program prints it: style `usual`, `bare`, `dots` (also inside), `spaces`."""
    if style == 'bare' or not value:
        return value
    if country == 'AR':
        a, b, c = value[:2], value[2:10], value[10:]
        if style == 'dots':
            b = dotted(b)
        return (sep or (' ' if style == 'spaces' else '-')).join((a, b, c))
    if country == 'BR':
        a, b, c, d = value[:3], value[3:6], value[6:9], value[9:]
        if style == 'spaces':
            return ' '.join((a, b, c, d))
        return f'{a}{sep or "."}{b}{sep or "."}{c}{sep or "-"}{d}' if sep else f'{a}.{b}.{c}-{d}'
    if country in ('CL', 'UY'):
        if style == 'spaces':
            return f'{dotted(value[:-1]).replace(".", " ")} {value[-1]}'
        return f'{dotted(value[:-1])}{sep or "-"}{value[-1]}' if style != 'dash' else f'{value[:-1]}-{value[-1]}'
    if country == 'CR':
        return f'{value[0]}-{value[1:5]}-{value[5:]}'
    if country == 'EC' and style == 'dash':
        return f'{value[:9]}-{value[9]}'
    if country in ('CO', 'BO', 'PY'):
        return dotted(value).replace('.', ' ') if style == 'spaces' else dotted(value)
    if country == 'MX' and style == 'spaces':
        return f'{value[:4]} {value[4:10]} {value[10:]}'
    if country == 'PE' and style == 'spaces':
        return f'{value[:4]} {value[4:]}'
    return value


def wrong_digit(country, value, rng):
    """The same id with another check digit."""
    last = value[-1]
    pool = '0123456789' if country != 'CL' else '0123456789K'
    return value[:-1] + rng.choice([d for d in pool if d != last])


def transposed(value, rng):
    """Two different neighbouring digits exchanged: what a typist does, and what a check digit finds."""
    places = [i for i in range(2, len(value) - 2) if value[i] != value[i + 1] and value[i].isdigit() and value[i + 1].isdigit()]
    i = rng.choice(places)
    return value[:i] + value[i + 1] + value[i] + value[i + 2:]


def company(country, rng):
    """The employer's id of a country, (bare, printed)."""
    if country == 'AR':
        bare = cuil('30', rng.randrange(50_000_000, 71_999_999))
        return bare, shown('AR', bare)
    if country == 'BR':
        bare = cnpj(f'{rng.randrange(10_000_000, 49_999_999)}0001')
        return bare, f'{bare[:2]}.{bare[2:5]}.{bare[5:8]}/{bare[8:12]}-{bare[12:]}'
    if country == 'CL':
        bare = rut(rng.randrange(76_000_000, 77_999_999))
        return bare, shown('CL', bare)
    if country == 'MX':
        bare = ''.join(rng.choices('ABCDEGHLMNPRSTV', k=3)) + f'{rng.randrange(0, 20):02d}0{rng.randrange(1, 10)}1{rng.randrange(0, 10)}' + ''.join(rng.choices('ABCDEFGH123456789', k=3))
        return bare, bare
    if country == 'PE':
        bare = f'20{rng.randrange(100_000_000, 699_999_999)}'
        return bare, bare
    if country == 'UY':
        bare = f'21{rng.randrange(1_000_000_000, 8_999_999_999)}'
        return bare, bare
    if country == 'EC':
        bare = f'{rng.randrange(1, 25):02d}9{rng.randrange(1_000_000, 9_999_999)}001'
        return bare, bare
    if country == 'CR':
        bare = f'3101{rng.randrange(100_000, 799_999)}'
        return bare, f'3-101-{bare[4:]}'
    if country == 'PY':
        bare = f'800{rng.randrange(10_000, 99_999)}'
        return bare + '4', f'{bare}-4'
    bare = str(rng.randrange(800_000_000, 901_999_999))
    return bare, f'{dotted(bare)}-{rng.randrange(10)}'
