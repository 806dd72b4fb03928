"""How each file of the third set is printed: style, body, producer, what it tries, how names and ids are written, whether some have two pages."""


def cells(rows, tag='td'):
    return ''.join('<tr>' + ''.join(f'<{tag}>{c}</{tag}>' for c in row) + '</tr>' for row in rows)


def amounts(s, heads=None):
    head = '<tr>' + ''.join(f'<th>{h}</th>' for h in heads) + '</tr>' if heads else ''
    return f'<table class="m">{head}{cells(s["rows"])}{cells([["", a, "", "", b] for a, b in s["totals"]])}</table>'


def lower(text):
    return text[:1] + text[1:].lower()


BASE = '@page { size: A4; margin: 11mm } body { font: 8pt "Liberation Sans" } table { border-collapse: collapse; width: 100% } td, th { padding: .5mm 1mm; text-align: left; font-weight: normal } .m td:nth-child(n+3) { text-align: right } '


def ar_grid(s):
    def copy(which, foot):
        return (f'<div class="copy"><table class="b"><tr><td rowspan=2>{s["company"]}<br>{s["address"]}<br>C.U.I.T. N°: {s["tax"]}</td><td>RECIBO DE HABERES - LEY 20744</td><td>{which}</td></tr>'
                f'<tr><td>Período de Pago<br>OCTUBRE 2026</td><td>Recibo Nro.<br>{s["number"]:08d}</td></tr></table>'
                f'<table class="b"><tr><td>Legajo<br><b>{s["file"]}</b></td><td>Apellido y Nombres<br><b>{s["name"]}</b></td><td>C.U.I.L.<br><b>{s["id"]}</b></td></tr>'
                f'<tr><td>Fecha de Ingreso<br>{s["since"]}</td><td>Categoría<br>{s["job"]}</td><td>Sueldo o jornal<br>{s["rows"][0][3]}</td></tr></table>'
                + amounts(s, ('Cód.', 'Concepto', 'Cant.', 'Haberes', 'Deducciones'))
                + f'<table class="b"><tr><td>Último depósito: Período 09/2026</td><td>Banco Nación</td><td>Fecha 09/10/2026</td></tr><tr><td colspan=2>Lugar y fecha de pago: Córdoba, 31/10/2026</td><td>CBU 0110{s["account"]}00000000</td></tr></table><p>{foot}</p></div>')
    return copy('ORIGINAL', f'Firma del empleador: {s["boss"]} – Apoderado – C.U.I.L. {s["boss_id"]}') + copy('DUPLICADO', 'Recibí el importe neto y duplicado de la presente liquidación. Firma del empleado')


def ar_line(s):
    head = '' if s['sheet'] and s['sheet'][0] > 1 else f'<pre>Legajo  Apellido y Nombre                  C.U.I.L.         Ingreso\n{s["file"]:<7} {s["name"]:<34} {s["id"]:<16} {s["since"]}</pre>'
    more = f'<p>Legajo {s["file"]} &nbsp; Hoja {s["sheet"][0]} de {s["sheet"][1]}</p>' if s['sheet'] else ''
    return f'<pre>{s["company"]}   Domicilio: {s["address"]}\nCUIT {s["tax"]}</pre>{more}{head}<p>Liquidación: Mensual Octubre 2026 &nbsp; Tarea: {s["job"]}</p>{amounts(s)}<p>Son pesos. Cuenta Nº {s["account"]}</p><p>p/ {s["company"]}: {s["boss"]}</p>'


def cl_portal(s):
    number, _, digit = s['id'].partition('-')
    rut = f'<td>R.U.T.</td><td>:</td><td>{number}</td><td>-</td><td>{digit}</td>' if s['number'] % 2 and number else f'<td>R.U.T.</td><td>:</td><td colspan=3>{s["id"]}</td>'
    return (f'<h3>Liquidación de Sueldo Octubre 2026</h3><table class="n"><tr><td>Empresa</td><td>:</td><td colspan=3>{s["company"]}</td></tr><tr><td>R.U.T.</td><td>:</td><td colspan=3>{s["tax"]}</td></tr>'
            f'<tr><td>Trabajador</td><td>:</td><td colspan=3>{s["name"]}</td></tr><tr>{rut}</tr><tr><td>Cargo</td><td>:</td><td colspan=3>{s["job"]}</td></tr><tr><td>Fecha de contrato</td><td>:</td><td colspan=3>{s["since"]}</td></tr></table>'
            f'{amounts(s)}<p>Certifico que he recibido de {s["company"]}, a mi total y entera satisfacción, el saldo líquido indicado. Cuenta vista {s["account"]}</p><p>Representante legal: {s["boss"]}, R.U.T. {s["boss_id"]}</p><p>Firma trabajador ____________</p>')


def pe_official(s):
    return (f'<table class="b"><tr><td>RUC : {s["tax"]}</td><td>Empleador : {s["company"]}</td><td>Periodo : 10/2026</td></tr><tr><td colspan=3>PDT Planilla Electrónica – PLAME &nbsp; Número de Orden : {s["number"]}</td></tr></table>'
            f'<table class="b"><tr><th colspan=2>Documento de Identidad</th><th rowspan=2>Nombre y Apellidos</th><th rowspan=2>Situación</th></tr><tr><th>Tipo</th><th>Número</th></tr><tr><td>DNI</td><td>{s["id"]}</td><td>{s["name"]}</td><td>ACTIVO O SUBSIDIADO</td></tr>'
            f'<tr><th>Fecha de Ingreso</th><th>Tipo de Trabajador</th><th>Régimen Pensionario</th><th>CUSPP</th></tr><tr><td>{s["since"]}</td><td>EMPLEADO</td><td>SPP INTEGRA</td><td>{s["account"][:6]}QWERT{s["account"][-1]}</td></tr></table>'
            f'{amounts(s, ("Código", "Conceptos", "Cant.", "Ingresos S/.", "Descuentos S/."))}<p>Banco de Crédito, cuenta {s["account"]}</p><p>{s["boss"]}<br>Gerente General, DNI {s["boss_id"]}</p>')


def co_joined(s):
    sheet = f'<p>Página {s["sheet"][0]} de {s["sheet"][1]}</p>' if s['sheet'] else ''
    who = f'Empleado: {s["id"] + " - " if s["id"] else ""}{s["name"]}' if not s['sheet'] or s['sheet'][0] == 1 else f'Empleado: {s["name"]}'
    return (f'<h3>{s["company"]}</h3><p>NIT {s["tax"]} – {s["address"]} – Tel. {s["phone"]}</p>{sheet}<h4>Comprobante de pago de nómina No. {s["number"]}</h4><table class="b"><tr><td>{who}</td><td>Cargo: {s["job"]}</td></tr>'
            f'<tr><td>Período: 01/10/2026 a 31/10/2026</td><td>Centro de costo: {s["file"]}</td></tr><tr><td>Fecha de ingreso: {s["since"]}</td><td>Cuenta de ahorros: {s["account"]}</td></tr></table>{amounts(s, ("Cód.", "Concepto", "Cant.", "Devengos", "Deducciones"))}'
            f'<p>Elaborado por: {s["boss"]}</p><p>C.C.: ______________ Firma del empleado</p>')


def mx_issuer(s):
    if s['sheet'] and s['sheet'][0] > 1:
        return f'<p class="r">Página 2 de 2 – No. empleado: {s["file"]}</p>{amounts(s)}<p>Este documento es una representación impresa de un CFDI</p>'
    sheet = '<p class="r">Página 1 de 2</p>' if s['sheet'] else ''
    who = f'<b>RECEPTOR</b><br>{s["name"]}<br>RFC: {s["id"]}<br>CURP: {s["curp"]}<br>NSS: {s["dni"]}<br>No. empleado: {s["file"]}<br>Domicilio fiscal: 44100'
    return (f'<h3>CFDI de Nómina</h3>{sheet}<div class="two"><div><b>EMISOR</b><br>{s["company"]}<br>RFC: {s["tax"]}<br>Registro patronal: B{s["account"]}<br>Régimen fiscal: 601<br>Lugar de expedición: 44100</div><div>{who}</div></div>'
            f'<p>Folio fiscal: 5F1B6E0A-77C2-4C1E-9A51-{s["account"]}AB &nbsp; Periodo: 2026-10-01 - 2026-10-31 &nbsp; Fecha de pago: 2026-10-31</p>{amounts(s)}<p>CLABE 012{s["account"]}12345</p><p>Sello digital del SAT: kZ7/{s["account"]}Xw==</p><p>Elaboró {s["boss"]}</p>')


def uy_groff(s):
    rows = '\n'.join('\t'.join(r) for r in s['rows'] + [['', a, '', '', b] for a, b in s['totals']])
    return (f'.fam H\n.ps 9\n.nf\n.B "{s["company"]}"\nEmpresa Nº BPS {s["account"][:7]}   RUT {s["tax"]}\n{s["address"]}\n.sp\nRECIBO DE SUELDO   MES DE CARGO: 10/2026\n.sp\n.TS\nallbox tab(\t);\nl l l.\n'
            f'Nº func.\tApellidos y nombres\tDocumento de identidad\n{s["file"]}\t{s["name"]}\t{s["id"]}\n.TE\nCargo: {s["job"]}   Ingreso: {s["since"]}   Grupo 9 Subgrupo 1\n.sp\n.TS\ntab(\t);\nl l r r r.\n{rows}\n.TE\n.sp\nDepósito en cuenta {s["account"]}\nDeclaramos haber efectuado los aportes de setiembre 2026\n'
            f'Responsable: {s["boss"]}, C.I. {s["boss_id"]}')


def br_copies(s):
    def via(which):
        return (f'<div class="copy"><table class="b"><tr><td>EMPREGADOR<br>{s["company"]}<br>CNPJ {s["tax"]}</td><td>Recibo de Pagamento de Salário<br>Referente ao Mês/Ano<br>Outubro/2026</td><td>{which}</td></tr></table>'
                f'<table class="b"><tr><th>CÓDIGO</th><th>NOME DO FUNCIONÁRIO</th><th>CBO</th><th>FUNÇÃO</th></tr><tr><td>{s["file"]}</td><td>{s["name"]}</td><td>4110-05</td><td>{s["job"]}</td></tr></table>'
                f'<table class="b"><tr><td>CPF: {s["id"]}</td><td>PIS: {s["account"]}7</td><td>Admissão: {s["since"]}</td></tr></table>{amounts(s, ("Cód.", "Descrição", "Ref.", "Vencimentos", "Descontos"))}'
                f'<p>Banco 341 Agência 0912 Conta {s["account"]}</p><p>DECLARO TER RECEBIDO A IMPORTÂNCIA LÍQUIDA DISCRIMINADA NESTE RECIBO ____/____/____ ASSINATURA DO FUNCIONÁRIO</p></div>')
    return via('1ª via') + via('2ª via')


def ec_roll(s):
    return (f'<h3>{s["company"]}</h3><p>RUC: {s["tax"]} &nbsp; Representante legal: {s["boss"]} C.I. {s["boss_id"]}</p><h4>ROL DE PAGOS INDIVIDUAL</h4><table><tr><td>MES: OCTUBRE 2026</td><td>CÓDIGO: {s["file"]}</td></tr><tr><td>NOMBRES: {s["name"]}</td><td>CÉDULA: {s["id"]}</td></tr><tr><td>CARGO: {s["job"]}</td><td>CTA. AHORROS: {s["account"]}</td></tr></table>'
            f'{amounts(s, ("Cód.", "INGRESOS / EGRESOS", "Cant.", "Ingresos", "Egresos"))}<table class="f"><tr><td>________________<br>ELABORADO POR<br>{s["boss"]}</td><td>________________<br>RECIBÍ CONFORME<br>{s["name"]}<br>C.I. {s["id"]}</td></tr></table>')


def py_printer(s):
    rows = '\n'.join(f'{r[0]:<6}{r[1]:<28}{r[2]:>5}{r[3]:>16}{r[4]:>16}' for r in s['rows'] + [['', a, '', '', b] for a, b in s['totals']])
    return (f'<pre>EMPLEADOR: {s["company"]:<44} R.U.C.: {s["tax"]}\nNro. Patronal IPS: {s["account"][:6]}   LIQUIDACION DE SALARIOS (Art. 235 C.T.)\n{"=" * 76}\nNombre y Apellido..: {s["name"]}\nC.I. N°............: {s["id"]:<20} Legajo: {s["file"]}\nFecha de ingreso...: {s["since"]}        Cargo: {s["job"]}\n'
            f'Periodo de pago....: Del 01/10/2026 al 31/10/2026\n{"-" * 76}\n{rows}\n{"-" * 76}\nCta. Cte. Nro. {s["account"]}\n\n\nFirma del Trabajador                    Por la empresa: {s["boss"]}\n                                        C.I. N° {s["boss_id"]}</pre>')


def cr_slip(s):
    return (f'<table class="b"><tr><td>{s["company"]}<br>Cédula jurídica {s["tax"]}</td><td>Comprobante de pago<br>Segunda quincena octubre 2026</td></tr></table><div class="two"><div>Colaborador<br><b>{(s["id"] + " ") if s["id"] else ""}{s["name"]}</b></div><div>Puesto<br><b>{s["job"]}</b></div></div>'
            f'<div class="two"><div>Código<br>{s["file"]}</div><div>Cuenta IBAN<br>CR05{s["account"]}12345678</div></div>{amounts(s)}<p>Aprobado por {s["boss"]}, cédula {s["boss_id"]}</p>')


LAYOUTS = {
    'ar-grid': (BASE + '.b td { border: .3mm solid #555 } .copy { height: 136mm }', ar_grid, 'weasyprint', 'Original and duplicate above each other, labels in the values’ own cells; whoever signs for the company stands with the own CUIL.', 3, ('usual', 'bare'), False),
    'ar-line': ('@page { size: letter; margin: 12mm } body { font: 9pt "Liberation Mono" } td { padding: 0 2mm }', ar_line, 'chromium', 'One line of heads over one line of values, no accents; the second sheet has the file number and its number.', 2, ('usual', 'bare'), True),
    'cl-portal': (BASE + '.n { width: 110mm } .n td:first-child { width: 40mm }', cl_portal, 'chromium', 'Label, colon and value in cells of their own; sometimes the check digit too; the employer’s RUT has the same label.', 1, ('usual', 'dash'), False),
    'pe-official': (BASE + '.b td, .b th { border: .2mm solid #333 }', pe_official, 'weasyprint', 'The authority’s own form: a head of two rows over type, number and name.', 2, ('usual',), False),
    'co-joined': (BASE + '.b td { border: .2mm solid #999; width: 50% }', co_joined, 'weasyprint', 'Id and name in one value beside the word for the employee; an empty line to sign over a label of the id.', 3, ('bare', 'usual'), True),
    'mx-issuer': (BASE + '.two { display: flex } .two > div { width: 50%; line-height: 1.5 } .r { text-align: right }', mx_issuer, 'chromium', 'Issuer at the left, receptor at the right, line beside line, the same labels in both.', 2, ('usual',), True),
    'uy-groff': ('', uy_groff, 'groff', 'A framed row of the person; the month of the contributions is another.', 0, ('usual', 'dash'), False),
    'br-copies': (BASE + '.b td, .b th { border: .2mm solid #333 } .copy { height: 134mm }', br_copies, 'chromium', 'Two copies on a page; name and number in a row of heads, the CPF in the row below.', 2, ('usual', 'bare'), False),
    'ec-roll': (BASE, ec_roll, 'weasyprint', 'The legal representative’s id at the top of each page; the name twice.', 3, ('usual', 'dash'), False),
    'py-printer': ('@page { size: A4; margin: 12mm } pre { font: 8.5pt "DejaVu Sans Mono" }', py_printer, 'chromium', 'A line printer’s page: dots between label and value; who signs for the company has an id under it.', 0, ('usual', 'bare'), False),
    'cr-slip': (BASE + '.two { display: flex; margin: 2mm 0 } .two > div { width: 50% }', cr_slip, 'weasyprint', 'Id and name in one value under the word for the employee.', 3, ('usual', 'bare'), False),
}
