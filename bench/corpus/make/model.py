"""What a payroll file says, before any producer draws it, and its truth."""
import random
from dataclasses import dataclass, field, replace
from . import ids
from .people import crowd, wire

SEED = 'payroll-2026'
MONTHS = ['enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio', 'julio', 'agosto', 'septiembre', 'octubre', 'noviembre', 'diciembre']
MONTHS_PT = ['janeiro', 'fevereiro', 'março', 'abril', 'maio', 'junho', 'julho', 'agosto', 'setembro', 'outubro', 'novembro', 'dezembro']

EMPLOYERS = {
    'AR': ('Molinos del Ñandú S.A.', 'Av. Colón 1450, Córdoba', '0351 455-2300'),
    'BR': ('Comércio de Grãos Araucária Ltda.', 'Rua das Acácias 77, Curitiba – PR', '(41) 3322-1180'),
    'CL': ('Viña Los Peñones SpA', 'Camino Real 880, Talca', '+56 71 2245 660'),
    'MX': ('Aceros y Cañones de Occidente SA de CV', 'Calz. Independencia 4120, Guadalajara', '33 3615 2040'),
    'PE': ('Textiles Añay S.A.C.', 'Av. Argentina 2215, Lima', '(01) 336-4410'),
    'UY': ('Frigorífico Tacuarembó Chico S.A.', 'Ruta 5 km 388, Tacuarembó', '4632 2871'),
    'CO': ('Cafés Niño y Compañía S.A.S.', 'Cra. 7 # 71-21, Bogotá', '601 317 4400'),
    'BO': ('Minería Potosina Señorial S.R.L.', 'Calle Junín 45, Potosí', '2 6224 410'),
    'CR': ('Corporación Cafetalera Turrialba S.A.', '200 m norte del parque, Turrialba', '2556-0134'),
    'EC': ('Florícola Cotopaxi Cía. Ltda.', 'Panamericana Norte km 12, Latacunga', '(03) 281-2044'),
    'PY': ('Yerbatera Ñanduty S.A.', 'Ruta VI km 21, Encarnación', '071 203 455'),
}

WORDS = {
    'AR': dict(title='RECIBO DE HABERES', name='Apellido y nombres', id='C.U.I.L.', employer='C.U.I.T.', file='Legajo', job='Categoría', since='Fecha de ingreso', period='Período', net='NETO A COBRAR', gross='Total haberes', out='Total deducciones', page='Hoja', of='de', carry='Transporte', base='Remuneración base'),
    'BR': dict(title='RECIBO DE PAGAMENTO DE SALÁRIO', name='Nome do funcionário', id='CPF', employer='CNPJ', file='Matrícula', job='Cargo', since='Admissão', period='Competência', net='VALOR LÍQUIDO', gross='Total de vencimentos', out='Total de descontos', page='Folha', of='de', carry='A transportar', base='Base INSS'),
    'CL': dict(title='LIQUIDACIÓN DE SUELDO', name='Nombre', id='RUT', employer='RUT', file='Ficha', job='Cargo', since='Fecha de ingreso', period='Mes', net='ALCANCE LÍQUIDO', gross='Total haberes', out='Total descuentos', page='Página', of='de', carry='Suma y sigue', base='Base imponible'),
    'MX': dict(title='RECIBO DE NÓMINA', name='Nombre', id='RFC', employer='RFC', file='No. de empleado', job='Puesto', since='Inicio de relación laboral', period='Periodo de pago', net='NETO A PAGAR', gross='Total percepciones', out='Total deducciones', page='Página', of='de', carry='Subtotal acumulado', base='Salario base de cotización'),
    'PE': dict(title='BOLETA DE PAGO', name='Apellidos y nombres', id='DNI', employer='RUC', file='Código', job='Cargo', since='Fecha de ingreso', period='Periodo', net='NETO A PAGAR', gross='Total ingresos', out='Total descuentos', page='Pág.', of='de', carry='Vienen', base='Remuneración básica'),
    'UY': dict(title='RECIBO DE SUELDO', name='Nombre', id='C.I.', employer='RUT', file='Funcionario Nº', job='Cargo', since='Fecha de ingreso', period='Mes de cargo', net='LÍQUIDO A COBRAR', gross='Total haberes', out='Total descuentos', page='Hoja', of='de', carry='Transporte', base='Sueldo nominal'),
    'CO': dict(title='COMPROBANTE DE NÓMINA', name='Empleado', id='C.C.', employer='NIT', file='Código', job='Cargo', since='Fecha de ingreso', period='Período', net='NETO PAGADO', gross='Total devengado', out='Total deducido', page='Página', of='de', carry='Subtotal', base='Salario básico'),
    'BO': dict(title='BOLETA DE PAGO', name='Nombre completo', id='C.I.', employer='NIT', file='Item', job='Cargo', since='Fecha de ingreso', period='Mes', net='LÍQUIDO PAGABLE', gross='Total ganado', out='Total descuentos', page='Página', of='de', carry='Subtotal', base='Haber básico'),
}
WORDS |= {
    'CR': WORDS['BO'] | dict(title='COMPROBANTE DE PAGO', id='Cédula', employer='Cédula jurídica', file='Código'),
    'EC': WORDS['BO'] | dict(title='ROL DE PAGOS INDIVIDUAL', id='Cédula', employer='RUC', file='Código'),
    'PY': WORDS['BO'] | dict(title='LIQUIDACIÓN DE SALARIOS', id='C.I. Nº', employer='RUC', file='Legajo'),
}

CONCEPTS = {
    'AR': (['Sueldo básico', 'Antigüedad', 'Presentismo', 'Horas extras 50%', 'Adicional título', 'Viáticos art. 40', 'Feriado trabajado', 'Premio producción'], ['Jubilación 11%', 'Ley 19.032 3%', 'Obra social 3%', 'Cuota sindical 2%', 'Seguro de vida', 'Anticipo']),
    'BR': (['Salário base', 'Horas extras 50%', 'Adicional noturno', 'DSR', 'Insalubridade', 'Gratificação'], ['INSS', 'IRRF', 'Vale-transporte', 'Vale-refeição', 'Plano de saúde', 'Adiantamento']),
    'CL': (['Sueldo base', 'Gratificación legal', 'Horas extraordinarias', 'Colación', 'Movilización', 'Bono producción'], ['AFP', 'Salud 7%', 'Seguro de cesantía', 'Impuesto único', 'Anticipo', 'Caja de compensación']),
    'MX': (['P001 Sueldo', 'P019 Horas extra', 'P010 Premio puntualidad', 'P029 Vales de despensa', 'P021 Prima vacacional', 'P020 Prima dominical'], ['D002 ISR', 'D001 Seguridad social', 'D010 INFONAVIT', 'D011 FONACOT', 'D004 Otros']),
    'PE': (['Remuneración básica', 'Asignación familiar', 'Horas extras 25%', 'Movilidad', 'Bonificación'], ['AFP aporte 10%', 'AFP comisión', 'AFP prima de seguro', 'Renta de quinta', 'Adelanto']),
    'UY': (['Sueldo nominal', 'Antigüedad', 'Horas extra 100%', 'Presentismo', 'Nocturnidad'], ['Aporte jubilatorio 15%', 'FONASA 4,5%', 'FRL 0,10%', 'IRPF', 'Adelanto']),
    'CO': (['Salario básico', 'Auxilio de transporte', 'Horas extras diurnas', 'Recargo nocturno', 'Bonificación'], ['Salud 4%', 'Pensión 4%', 'Fondo de solidaridad', 'Retención en la fuente', 'Libranza']),
    'BO': (['Haber básico', 'Bono de antigüedad', 'Horas extras', 'Bono de frontera'], ['AFP 12,71%', 'RC-IVA', 'Anticipo']),
}
CONCEPTS |= {
    'CR': (['Salario ordinario', 'Horas extra', 'Incentivo'], ['CCSS 10,67%', 'Asociación solidarista', 'Impuesto sobre la renta']),
    'EC': (['Sueldo', 'Horas suplementarias', 'Décimo tercero', 'Fondos de reserva'], ['Aporte IESS 9,45%', 'Préstamo quirografario', 'Anticipo']),
    'PY': (['Salario básico', 'Bonificación familiar', 'Horas extras 50%'], ['IPS 9%', 'Anticipo', 'Ausencias']),
}
JOBS = ['Operario calificado', 'Administrativo A', 'Analista contable', 'Maestranza', 'Chofer', 'Jefe de depósito', 'Vendedora', 'Técnico']
JOBS_BR = ['Auxiliar administrativo', 'Operador de máquina', 'Analista fiscal', 'Motorista', 'Vendedora']


@dataclass
class Page:
    """A page as blocks; each producer draws them in its own layout."""
    country: str
    title: str = ''
    head: list = field(default_factory=list)
    fields: list = field(default_factory=list)
    rows: list = field(default_factory=list)
    totals: list = field(default_factory=list)
    foot: list = field(default_factory=list)
    top: list = field(default_factory=list)
    halves: list = field(default_factory=list)
    """What only some producers know how to draw."""
    art: dict = field(default_factory=dict)

    def copy(self, **change):
        return replace(self, **{k: list(getattr(self, k)) for k in ('head', 'fields', 'rows', 'totals', 'foot', 'top', 'halves')} | {'art': dict(self.art)} | change)

    def set(self, label, value):
        self.fields = [(a, value if a == label else b) for a, b in self.fields]
        return self

    def drop(self, *labels):
        self.fields = [f for f in self.fields if f[0] not in labels]
        return self


def money(country, amount):
    text = f'{amount:,.2f}'
    if country in ('CL', 'CO'):
        return f'{round(amount):,}'.replace(',', '.')
    return text if country in ('MX', 'PE', 'EC') else text.replace(',', '#').replace('.', ',').replace('#', '.')


def day(country, rng, year=None):
    return f'{rng.randrange(1, 29):02d}/{rng.randrange(1, 13):02d}/{year or rng.randrange(1998, 2025)}'


def period_text(country, period, style=0):
    year, month = map(int, period.split('-')[:2])
    word = (MONTHS_PT if country == 'BR' else MONTHS)[month - 1]
    if country == 'MX' and style == 0:
        last = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
        return f'01/{month:02d}/{year} al {last}/{month:02d}/{year}'
    return (f'{word} {year}', f'{month:02d}/{year}', f'{word.capitalize()} de {year}', f'{word.upper()} {year}')[style % 4]


class Book:
    """One PDF and its truth. `people` are those within reach; anybody else is made by `stranger`."""

    def __init__(self, name, country, count, producer, about, period='2026-10-01', first_people=None, company=None):
        self.name, self.country, self.producer, self.about, self.period = name, country, producer, about, period
        self.rng = random.Random(f'{SEED}:{name}')
        everyone = crowd(country, count + 14, self.rng)
        # The two of one whole name stay among the people.
        self.people = everyone[:count - 2] + everyone[-2:]
        self.spare = everyone[count - 2:-2]
        for i, p in enumerate(self.people):
            p.id = i + 1
        self.words = WORDS[country]
        employer, address, phone = EMPLOYERS[country]
        self.company, company_text = company or ids.company(country, self.rng)
        self.employer = dict(name=employer, address=address, phone=phone, id=company_text)
        self.employer_ids = [self.company]
        self.period_style = self.rng.randrange(4)
        self.id_style = 'usual'
        self.name_style = 0
        self.pages, self.receipts, self.owners = [], [], []
        self.notes = []

    def stranger(self):
        """Somebody of the same kind who isn't among the people."""
        return self.spare.pop()

    def named(self, person, style=None):
        style = self.name_style if style is None else style
        if style == 1:
            return f'{person.firstName} {person.lastName}'
        if style == 2:
            return ids.plain(f'{person.lastName} {person.firstName}')
        if style == 3:
            return f'{person.lastName} {person.firstName}'.upper()
        return f'{person.lastName}, {person.firstName}'

    def page(self, person, rows=9, **printed):
        """A page of `person`; `printed` overrides what it prints: name, id, file, period."""
        w, c, rng = self.words, self.country, self.rng
        e = self.employer
        gives, takes = CONCEPTS[c]
        basis = {'CL': 900_000, 'CO': 2_400_000, 'AR': 1_150_000, 'MX': 9_800, 'BR': 3_900, 'PE': 2_300, 'UY': 52_000, 'BO': 4_700, 'CR': 520_000, 'EC': 780, 'PY': 3_100_000}[c] * (0.8 + rng.random())
        table, total_in, total_out = [], 0, 0
        for i in range(rows):
            giving = i < (rows * 5 + 8) // 9
            name = (gives if giving else takes)[(i if giving else i - (rows * 5 + 8) // 9) % len(gives if giving else takes)]
            amount = round(basis * (1 if i == 0 else 0.02 + rng.random() * 0.1 if giving else 0.01 + rng.random() * 0.05), 2)
            if giving:
                total_in += amount
            else:
                total_out += amount
            table.append((f'{rng.randrange(1, 900):04d}', name, str(rng.choice((30, 8, 11, 3, 15))), money(c, amount) if giving else '', '' if giving else money(c, amount)))
        fields = [
            (w['name'], printed.get('name', self.named(person))),
            (w['id'], printed.get('id', ids.shown(c, person.cuil, self.id_style))),
            (w['file'], printed.get('file', person.fileNumber)),
            (w['period'], printed.get('period', period_text(c, self.period, self.period_style))),
            (w['job'], rng.choice(JOBS_BR if c == 'BR' else JOBS)),
            (w['since'], day(c, rng)),
        ]
        if c == 'MX':
            fields[2:2] = [('CURP', printed.get('curp', ids.curp(person.cuil, random.Random(person.cuil)))), ('NSS', person.dni)]
        if c == 'PE':
            fields.append(('CUSPP', f'{rng.randrange(100000, 999999)}{"".join(rng.choices("ABCDEFGH", k=5))}{rng.randrange(10)}'))
        net = total_in - total_out
        return Page(
            c, w['title'],
            [e['name'], e['address'], f'{w["employer"]} {e["id"]}', f'Tel. {e["phone"]}'],
            fields, table,
            [(w['gross'], money(c, total_in)), (w['out'], money(c, total_out)), (w['net'], money(c, net))],
            [f'{"Banco" if c != "BR" else "Banco / agência"} {rng.randrange(10, 399):03d} – {"cuenta" if c != "BR" else "conta"} {rng.randrange(10**9, 10**10 - 1)}',
             f'{self.employer["address"].split(",")[-1].strip()}, 04/11/2026', '______________________   ______________________'],
        )

    def add(self, pages, person, expected='listo', traps=(), why='', forbidden=(), readable='text', part=None):
        """Appends a receipt. `person` None: nobody among the people. Its number is answered."""
        pages = pages if isinstance(pages, list) else [pages]
        number = len(self.receipts)
        at = []
        for p in pages:
            at.append(len(self.pages))
            self.pages.append(p)
            self.owners.append(dict(receipts=[number], kind='receipt'))
        self.receipts.append(dict(
            pages=at, person=person.id if person else None, expected=expected, traps=list(traps), why=why,
            forbidden=[p.id for p in forbidden], readable=readable))
        return number

    def share(self, page, entries):
        """One page that carries several receipts: entries are (person, keyword arguments of `add`)."""
        at = len(self.pages)
        self.pages.append(page)
        owner = dict(receipts=[], kind='receipt')
        self.owners.append(owner)
        for person, more in entries:
            owner['receipts'].append(len(self.receipts))
            self.receipts.append(dict(dict(pages=[at], person=person.id if person else None, expected='exception', traps=[], why='', forbidden=[], readable='text') | more))

    def loose(self, page, kind):
        """A page that is nobody's: `blank` or `notice` (says nothing of anybody)."""
        self.pages.append(page)
        self.owners.append(dict(receipts=[], kind=kind))

    def truth(self):
        return dict(
            file=self.name + '.pdf', producer=self.producer, about=self.about, country=self.country,
            employerIds=self.employer_ids, employerNames=[self.employer['name']], period=self.period,
            people=[wire(p) for p in self.people], pages=self.owners, receipts=self.receipts)


def paginate(book, person, count, style, rows_each=14, **printed):
    """A receipt of several pages. What its later pages say of whose they are, `style`:
    full (name, id, 'hoja n de m'), of ('hoja n de m' and the file number), carry (the running total alone),
    file (the file number alone), name (the name alone), bare (nothing)."""
    w, c = book.words, book.country
    whole = book.page(person, rows=rows_each * count, **printed)
    result, running = [], 0
    for k in range(count):
        rows = whole.rows[k * rows_each:(k + 1) * rows_each]
        p = whole.copy(rows=list(rows))
        sheet = f'{w["page"]} {k + 1} {w["of"]} {count}'
        if style in ('full', 'of'):
            p.top = [sheet]
        if k:
            keep = {'full': (w['name'], w['id'], w['file'], w['period']), 'of': (w['file'],), 'file': (w['file'],), 'name': (w['name'],)}.get(style, ())
            p.fields = [f for f in p.fields if f[0] in keep]
            if style in ('carry', 'of'):
                p.rows.insert(0, ('', w['carry'], '', money(c, running), ''))
        running = round(running + sum(amount(c, r[3]) - amount(c, r[4]) for r in rows), 2)
        if k < count - 1:
            p.totals = [(w['carry'], money(c, running))] if style in ('carry', 'of') else []
            p.foot = []
        result.append(p)
    return result


def amount(country, text):
    if not text:
        return 0
    return float(text.replace(',', '') if country in ('MX', 'PE') else text.replace('.', '').replace(',', '.'))
