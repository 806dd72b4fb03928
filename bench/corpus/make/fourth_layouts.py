"""How each file of the fourth set is printed: style, body, producer, what it tries, how names and ids are written."""
from .third_layouts import BASE, amounts, cells

HEADS_AR = ('Cód', 'Concepto', 'Cant', 'Haberes', 'Descuentos')


def under(value, caption, wide=1):
    """A value with its caption under it, as forms that were printed before have."""
    return f'<td colspan={wide}><b>{value}</b><br><i>{caption}</i></td>'


def ar_sides(s):
    def copy(which, foot):
        return (f'<p class="h"><b>{s["company"]}</b><br>{s["address"]} – CUIT {s["tax"]}</p><p>{which}</p>'
                f'<table class="b"><tr>{under(s["name"], "APELLIDO Y NOMBRES", 2)}{under(s["file"], "LEGAJO")}</tr><tr>{under(s["id"], "C.U.I.L.")}{under(s["since"], "INGRESO")}{under(s["job"], "TAREA")}</tr>'
                f'<tr>{under("OCTUBRE 2026", "PERÍODO ABONADO")}{under(s["rows"][0][3], "REMUNERACIÓN ASIGNADA")}{under("12/10/2026", "ÚLT. DEP. 09/2026")}</tr></table>{amounts(s, HEADS_AR)}<p>{foot}</p>')
    left = copy('ORIGINAL PARA EL EMPLEADOR', 'Recibí conforme. ........................ Firma del trabajador')
    right = copy('DUPLICADO PARA EL TRABAJADOR', f'{s["boss"]}<br>p/ el empleador – CUIL {s["boss_id"]}')
    return f'<table class="two"><tr><td>{left}</td><td>{right}</td></tr></table>'


def br_sign(s):
    def copy(n):
        dependants = f'<p>Dependentes IR: {s["kin"]} CPF {s["kin_id"]}</p>' if s.get('kin') else ''
        return (f'<div class="copy"><div class="side">DECLARO TER RECEBIDO A IMPORTÂNCIA LÍQUIDA DISCRIMINADA NESTE RECIBO</div><div class="main"><p><b>{s["company"]}</b> &nbsp; CNPJ: {s["tax"]} &nbsp; CC: GERAL &nbsp; Folha Mensal &nbsp; Outubro de 2026</p>'
                f'<table class="b"><tr><th>Código</th><th>Nome do Funcionário</th><th>CBO</th><th>Empresa</th><th>Local</th><th>Depto.</th><th>Setor</th><th>Fl.</th></tr><tr><td>{s["file"]}</td><td>{s["name"]}</td><td>411010</td><td>1</td><td>1</td><td>3</td><td>12</td><td>{n}</td></tr>'
                f'<tr><td></td><td>{s["job"]}</td><td colspan=6>Admissão: {s["since"]}</td></tr></table>{amounts(s, ("Código", "Descrição", "Referência", "Vencimentos", "Descontos"))}{dependants}'
                f'<table class="f"><tr><td>Salário Base<br>{s["rows"][0][3]}</td><td>Sal. Contr. INSS<br>{s["rows"][0][3]}</td><td>FGTS do Mês<br>312,40</td><td>Banco 001 Ag. 1234-5<br>C/C {s["account"]}</td></tr></table>'
                f'<p class="s">_____/_____/_____ &nbsp;&nbsp; ______________________________________<br>{s["signs"] or "ASSINATURA DO FUNCIONÁRIO"}<br>CPF: {s["id"]}</p></div></div><div class="mark">2ª VIA</div>')
    return copy(1) + copy(1)


def cl_leaders(s):
    def line(label, value):
        return f'{(label + " ").ljust(34, ".")}: {value}\n'
    more = s['sheet'] and s['sheet'][0] > 1
    head = f'LIQUIDACION DE REMUNERACIONES      MES DE OCTUBRE DE 2026      HOJA {s["sheet"][0]}/{s["sheet"][1]}\n' if s['sheet'] else 'LIQUIDACION DE REMUNERACIONES      MES DE OCTUBRE DE 2026\n'
    who = line('NOMBRE DEL TRABAJADOR', s['name']) + line('R.U.T. N°', s['id'])
    if not more:
        who += line('FUNCION', s['job']) + line('FECHA CONTRATO', s['since']) + line('A.F.P. / R.U.T.', 'HABITAT / 98.000.100-8') + line('ISAPRE', 'CONSALUD')
    rows = '\n'.join(f'{(r[1] + " ").ljust(44, ".")} {r[3] or "-" + r[4]:>14}' for r in s['rows']) + '\n' + '\n'.join(f'{a.upper():>44}  {b:>14}' for a, b in s['totals'])
    law = '' if more else f'<p class="law">En Talca, a 31 de octubre de 2026, entre {s["company"]}, representada por don(ña) {s["boss"]}, cédula nacional de identidad N° {s["boss_id"]}, y el trabajador ya individualizado, se deja constancia del pago. Depósito en cuenta RUT N° {s["account"]}.</p>'
    return f'<pre>{head}\n{who}\n{rows}</pre>{law}<footer>{s["company"]} – RUT {s["tax"]} – {s["address"]}</footer>'


def mx_chain(s):
    half = len(s['rows']) // 2
    one, two = (cells([(r[0], r[1], r[3] or r[4]) for r in part]) for part in (s['rows'][:half], s['rows'][half:]))
    gives = cells([(a, '', b) for a, b in s['totals']])
    uuid = f'8A2C{s["account"][:4]}-11EE-4B7D-9C02-{s["account"]}CD'
    return (f'<table><tr><td><b>{s["company"]}</b><br>R.F.C. {s["tax"]} &nbsp; REG. PATRONAL {s["account"][:9]}-0<br>601 General de Ley Personas Morales</td><td class="r">RECIBO DE NÓMINA ORDINARIA<br>Folio fiscal {uuid}</td></tr></table>'
            f'<p class="k"><span>NOMBRE:</span> {s["name"]} &nbsp; <span>R.F.C.:</span> {s["id"]} &nbsp; <span>C.U.R.P.:</span> {s["curp"]} &nbsp; <span>N.S.S.:</span> {s["dni"]}</p>'
            f'<p class="k"><span>No. EMP:</span> {s["file"]} &nbsp; <span>PUESTO:</span> {s["job"]} &nbsp; <span>F. INI. REL. LAB.:</span> 2015-03-01 &nbsp; <span>PERIODO:</span> 16/10/2026 - 31/10/2026 &nbsp; <span>DÍAS:</span> 15.00</p>'
            f'<div class="cols"><div><table class="m">{one}</table></div><div><table class="m">{two}</table></div></div><table class="m">{gives}</table><p>Banco: 072 &nbsp; CLABE: 072320{s["account"]}42</p>'
            f'<p class="tiny">Cadena original del complemento: ||1.1|{uuid}|2026-10-31T10:02:44|SAT970701NN3|kQ8f{s["account"]}Zw==|00001000000504465028||</p>'
            f'<p class="tiny">https://verificacfdi.facturaelectronica.sat.gob.mx/default.aspx?id={uuid}&re={s["tax"]}&rr={s["id"]}&tt=000000{s["totals"][2][1].replace(",", "")}&fe=Zx8Q==</p>')


def pe_kin(s):
    kin = f'<table class="b"><tr><th>Derechohabiente</th><th>Vínculo</th><th>Tipo doc.</th><th>Nro. documento</th></tr><tr><td>{s["kin"]}</td><td>Hijo(a)</td><td>DNI</td><td>{s["kin_id"]}</td></tr></table>' if s.get('kin') else ''
    return (f'<table class="t"><tr><td>{s["company"]}<br>R.U.C. N° {s["tax"]}<br>{s["address"]}</td><td class="r"><b>BOLETA DE PAGO DE REMUNERACIONES</b><br>D.S. N° 001-98-TR<br>OCTUBRE 2026</td></tr></table>'
            f'<table class="w"><tr><td>CÓD. TRAB.</td><td>{s["file"]}</td><td>REG. PENS.</td><td>AFP PRIMA</td></tr><tr><td>APELLIDOS</td><td>{s["last"]}</td><td>CUSPP</td><td>{s["account"][:6]}AHUPN{s["account"][7]}</td></tr><tr><td>NOMBRES</td><td>{s["first"]}</td><td>F. INGRESO</td><td>{s["since"]}</td></tr>'
            f'<tr><td>DNI / C.E.</td><td>{s["id"]}</td><td>CTA. SUELDO</td><td>193-{s["account"][:8]}-0-44</td></tr><tr><td>CARGO</td><td>{s["job"]}</td><td>CCI</td><td>00219300{s["account"]}4419</td></tr></table>'
            f'{amounts(s, ("Cód.", "Concepto", "Cant.", "Ingresos", "Descuentos"))}{kin}<table class="f"><tr><td>______________________<br>{s["boss"]}<br>Jefe de Recursos Humanos<br>DNI N° {s["boss_id"]}</td><td>______________________<br>EL TRABAJADOR</td></tr></table>')


def co_scan(s):
    kin = f'<p>Embargo judicial a favor de {s["kin"]}, C.C. {s["kin_id"]}</p>' if s.get('kin') else ''
    return (f'<h3>{s["company"]}</h3><p>NIT. {s["tax"]}</p><h3>COMPROBANTE DE PAGO DE NÓMINA</h3><table><tr><td>Nombre: {s["name"]}</td><td>Cédula: {s["id"]}</td></tr><tr><td>Cargo: {s["job"]}</td><td>Código: {s["file"]}</td></tr><tr><td>Periodo: 01/10/2026 al 31/10/2026</td><td>Cta: {s["account"]}</td></tr></table>'
            f'{amounts(s)}{kin}<p>Recibí conforme: __________________________</p>')


def ec_heads(s):
    return (f'<p class="r">{s["company"]} &nbsp; R.U.C. {s["tax"]}</p><h3>ROL INDIVIDUAL DE PAGOS – OCTUBRE 2026</h3><table class="g"><tr><th>No.</th><th>CÉDULA</th><th>APELLIDOS Y NOMBRES</th><th>CARGO</th><th>DÍAS</th><th>SUELDO</th></tr>'
            f'<tr><td>{s["number"]}</td><td>{s["id"]}</td><td>{s["name"]}</td><td>{s["job"]}</td><td>30</td><td>{s["rows"][0][3]}</td></tr></table>{amounts(s)}<table class="f"><tr><td>Aprobado: {s["boss"]} C.C. {s["boss_id"]}</td><td>Cta. Ahorros {s["account"]}</td></tr></table>')


def py_layer(s):
    rows = cells([(r[1], r[3], r[4]) for r in s['rows']] + [(a, '', b) for a, b in s['totals']])
    return (f'<p><b>{s["company"]}</b> – RUC {s["tax"]} – Patronal MTESS {s["account"][:6]}</p><h3>RECIBO DE SALARIO – Octubre 2026</h3><p>Recibí de la empresa {s["company"]} la suma indicada, correspondiente al mes de octubre de 2026.</p>'
            f'<p>Nombre y Apellido: <b>{s["name"]}</b></p><p>C.I.P. Nº: <b>{s["id"]}</b> &nbsp;&nbsp; Nº de legajo: {s["file"]}</p><p>Fecha de ingreso: {s["since"]} &nbsp;&nbsp; Cargo: {s["job"]}</p><table class="m2">{rows}</table><p>Firma del empleado: ____________________</p>')


def cr_wide(s):
    kin = f'<p>Deducción de pensión alimentaria a {s["kin"]}, cédula {s["kin_id"]}</p>' if s.get('kin') else ''
    return (f'<div class="mark">COPIA – COPIA – COPIA</div><h3 class="w">{s["company"]}</h3><p class="w">CÉDULA JURÍDICA {s["tax"]}</p><p class="w">COMPROBANTE DE SALARIO 16 AL 31 DE OCTUBRE DE 2026</p><table class="t"><tr><td class="w">NOMBRE</td><td class="v">{s["name"]}</td></tr>'
            f'<tr><td class="w">IDENTIFICACIÓN</td><td class="v">{s["id"]}</td></tr><tr><td class="w">PUESTO</td><td class="v">{s["job"]}</td></tr><tr><td class="w">CUENTA</td><td class="v">CR{s["account"][:2]}0152{s["account"]}0000</td></tr></table>{amounts(s)}{kin}<p>Hecho por: {s["boss"]}, cédula {s["boss_id"]}</p>')


def bo_card(s):
    return (f'<table class="t"><tr><td>{s["company"]}<br>NIT {s["tax"]}<br>N° Patronal CNS {s["account"][:3]}-{s["account"][3:8]}</td><td class="r"><b>PAPELETA DE PAGO</b><br>CORRESPONDIENTE AL MES DE OCTUBRE/2026<br>(Expresado en bolivianos)</td></tr></table>'
            f'<table class="w"><tr><td>Nombre del empleado</td><td>{s["name"]}</td></tr><tr><td>Nº Carnet de identidad</td><td>{s["id"]}{" " + s["place"] if s["id"] else ""}</td></tr><tr><td>NUA/CUA</td><td>{s["account"][:8]}</td></tr><tr><td>Cargo</td><td>{s["job"]}</td></tr><tr><td>Fecha de ingreso</td><td>{s["since"]}</td></tr></table>{amounts(s)}'
            f'<table class="f"><tr><td>{s["boss"]}<br>C.I. {s["boss_id"]} {s["place"]}<br>REPRESENTANTE LEGAL</td><td>FIRMA DEL TRABAJADOR</td></tr></table>')


def br_strip(s):
    return (f'<p>{s["company"]} – CNPJ {s["tax"]}</p><h3>CONTRACHEQUE – COMPETÊNCIA 10/2026</h3><p>Matrícula: {s["file"]}</p><p>Servidor: {s["name"]}</p><p>CPF: {s["id"]}</p><p>Cargo: {s["job"]}</p>{amounts(s)}<p>Conta corrente {s["account"]}</p>')


def uy_glyphs(s):
    return (f'<h3>{s["company"]}</h3><p>R.U.T. {s["tax"]} – BPS {s["account"][:7]} – MTSS {s["account"][2:8]}</p><h3>LIQUIDACIÓN DE HABERES – MES DE CARGO OCTUBRE 2026</h3><table><tr><td>NOMBRE</td><td>{s["name"]}</td></tr><tr><td>CÉDULA DE IDENTIDAD</td><td>{s["id"]}</td></tr><tr><td>CARGO</td><td>{s["job"]}</td></tr></table>{amounts(s)}')


def ar_before(s):
    """What a former employer paid, carried over, stands on a page of its own after the receipt."""
    top = f'<p class="r">{s["company"]} – C.U.I.T. {s["tax"]}<br>Liquidación Nº {s["number"]} – 10/2026</p>'
    if s['sheet'] and s['sheet'][0] > 1:
        return top + f'<h3>ANEXO – REMUNERACIONES DE OTROS EMPLEADORES</h3><p>{s["tie"]}</p><p>Empleador anterior: Aserradero Ñirihuau S.R.L., C.U.I.T. {s["former"]}</p>{amounts(s)}'
    return (top + '<table class="w">' + cells([('Empleado', s['name']), ('Legajo', s['file']), ('Documento', f'DNI {s["dni"]}' if s['dni'] else ''), ('CUIL', s['id']), ('Categoría', s['job'])])
            + f'</table>{amounts(s, HEADS_AR)}<p>Acreditado en CBU 0720{s["account"]}{s["account"][:8]}</p>')


LAYOUTS = {
    'ar-sides': (BASE + '@page { size: A4 landscape; margin: 7mm } .two > tbody > tr > td { width: 50%; padding: 0 3mm; vertical-align: top } .b td { border: .2mm solid #444 } i { font: 5pt "Liberation Sans" } p { margin: 1mm 0 }', ar_sides, 'chromium',
                 'Landscape, original and duplicate beside each other, captions under their values; whoever signs for the company stands with the own CUIL.', 3, ('usual', 'bare')),
    'br-sign': (BASE + '.copy { height: 132mm; position: relative } .side { position: absolute; right: 0; top: 0; writing-mode: vertical-rl; font-size: 5pt; height: 120mm } .main { margin-right: 8mm } .b td, .b th { border: .2mm solid #333 } .s { text-align: right } section { position: relative } .mark { position: absolute; top: 60mm; left: 40mm; font-size: 70pt; color: #ddd; transform: rotate(-30deg) }', br_sign, 'chromium',
                'Two copies with a watermark over them; the CPF under the line to sign, far from the name; a declaration runs up the side.', 2, ('usual', 'bare')),
    'cl-leaders': ('@page { size: letter; margin: 16mm } pre { font: 9pt/1.5 "DejaVu Sans Mono" } footer { position: absolute; bottom: 0; font: 6pt "DejaVu Sans" } .law { font: 8pt "DejaVu Serif"; text-align: justify }', cl_leaders, 'weasyprint',
                   'Dots between label and value, the employer’s RUT at the foot, its representative’s in a sentence, the pension fund’s beside the worker’s.', 3, ('usual', 'dash', 'bare')),
    'mx-chain': (BASE + '.cols { display: flex } .cols > div { width: 50% } .r { text-align: right } .k span { color: #555; font-size: 6pt } .tiny { font-size: 5pt; overflow-wrap: anywhere }', mx_chain, 'chromium',
                 'RFC, CURP and NSS in one line of small labels; both RFCs again in the address to verify.', 1, ('usual',)),
    'pe-kin': (BASE + '.w { width: 150mm } .w td:nth-child(odd) { color: #444; width: 30mm } .r { text-align: right } .b td, .b th { border: .2mm solid #777 }', pe_kin, 'weasyprint',
               'Surnames and names in rows of their own; relatives with their documents in a table; accounts that hold ids; the head of staff signs with a DNI.', 0, ('usual',)),
    'co-scan': (BASE + '@page { size: 216mm 140mm } body { font-size: 10pt } h3 { margin: 1mm 0 }', co_scan, 'weasyprint', 'Scans of half a sheet, 150 and 200 dpi, askew; ids have no check digit.', 1, ('usual', 'bare')),
    'ec-heads': (BASE + '@page { size: A4 landscape; margin: 12mm } .g th { height: 12mm; vertical-align: top; background: #dde } .g td { height: 12mm; vertical-align: bottom } .r { text-align: right }', ec_heads, 'weasyprint',
                 'A row of a payroll’s table as receipt: heads far above their values; the page is turned and cut out of a larger one.', 3, ('usual', 'dash')),
    'py-layer': (BASE + '@page { size: A5 } body { font-size: 10pt } h3, p { margin: 2mm 0 }', py_layer, 'weasyprint', 'Scans with the text that a program recognised lying unseen over them, in its places.', 1, ('usual', 'bare')),
    'cr-wide': (BASE + '.w { letter-spacing: .35em } .v { letter-spacing: .12em; font-weight: bold } section { position: relative } .mark { position: absolute; top: 90mm; left: 10mm; font-size: 40pt; color: #e4e4e4; transform: rotate(-20deg) }', cr_wide, 'weasyprint',
                'Letters set wide apart, under a watermark; an account that holds the id’s figures; who made it signs with an id.', 0, ('usual', 'bare')),
    'bo-card': (BASE + 'body { font-family: "DejaVu Serif" } .w { width: 130mm } .w td:first-child { text-align: right; width: 50mm } .r { text-align: right }', bo_card, 'weasyprint',
                'Right-aligned labels without colons; the place of issue after each id; the legal representative above the word for it.', 3, ('bare', 'usual')),
    'br-strip': (BASE + '@page { size: A5 landscape } body { font: 10pt "Liberation Serif" } h3, p { margin: 1mm 0 }', br_strip, 'weasyprint', 'Contracheques as a copier scans them, black and white, askew.', 1, ('usual',)),
    'uy-glyphs': (BASE + 'body { font-size: 10pt }', uy_glyphs, 'chromium', 'Fonts without Unicode maps: only the drawn page can be read.', 1, ('usual',)),
    'ar-before': (BASE + '.w { width: 110mm } .r { text-align: right }', ar_before, 'weasyprint', 'An annex after the receipt, tied to it by a name, by a number of the paper or by nothing; files in which only file number and name tell.', 1, ('usual',)),
}
