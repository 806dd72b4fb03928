import { shownDate, shownPeriod } from './dates.ts'
import { type Employer, type Person, shownId } from './people.ts'
import { type Bracket, byBracket, month, share, sum } from './settle.ts'
import { type Line, type Slip, slipPdf } from './slip.ts'

const NUMBER = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const money = (cents: number) => NUMBER.format(cents / 100)
const percent = (rate: number) => `${NUMBER.format(rate / 100)}%`

/** Contribution of employees, progressive (Lei 8.212 art. 20, EC 103/2019), as rate and part to take off. */
const INSS: readonly Bracket[] = [
  [151_800, 750, 0],
  [279_388, 900, 2_277],
  [419_083, 1200, 10_659],
  [815_741, 1400, 19_040],
]
/** Income tax withheld by the month (Lei 11.482, as amended in 2025). */
const IRRF: readonly Bracket[] = [
  [242_880, 0, 0],
  [282_665, 750, 18_216],
  [375_105, 1500, 39_416],
  [466_468, 2250, 67_549],
  [null, 2750, 90_873],
]
/** Deduction instead of the legal ones, where it is larger. */
const SIMPLIFIED = 60_720

/** The month of a Brazilian employee, in centavos: what is earned, taken off, and reckoned from it. */
export function settleBr(person: Person, period: string, days: number) {
  const { salary, hours } = month(person, period, days)
  const earned: Line[] = [
    { code: '001', name: 'Salário', reference: `${days} dias`, amount: salary },
    ...(hours > 0
      ? [
          {
            code: '025',
            name: 'Horas extras 50%',
            reference: `${NUMBER.format(hours)} h`,
            amount: share(person.position.basic, hours * 150, 220 * 100),
          },
        ]
      : []),
  ]
  const gross = sum(earned)
  const base = Math.min(gross, 815_741)
  const inss = byBracket(base, INSS)
  const taxable = Math.max(0, gross - Math.max(inss.tax, SIMPLIFIED))
  const irrf = byBracket(taxable, IRRF)
  const deducted: Line[] = [
    { code: '101', name: 'INSS', reference: percent(inss.rate), amount: inss.tax },
    ...(irrf.tax > 0 ? [{ code: '103', name: 'IRRF', reference: percent(irrf.rate), amount: irrf.tax }] : []),
    ...(person.position.agreement
      ? [{ code: '115', name: 'Vale-transporte', reference: '6,00%', amount: share(salary, 6, 100) }]
      : []),
    { code: '118', name: 'Plano de saúde', reference: '1', amount: 9_840 },
  ]
  return { earned, deducted, base, taxable, gross, fgts: share(gross, 8, 100), net: gross - sum(deducted) }
}

export function payslipBr(
  employer: Employer,
  person: Person,
  period: string,
  paidOn: string,
  days: number,
): Buffer {
  const { earned, deducted, base, taxable, gross, fgts, net } = settleBr(person, period, days)
  const slip: Slip = {
    employer,
    title: 'RECIBO DE PAGAMENTO DE SALÁRIO',
    note: 'CLT art. 464 · Mensalista',
    subject: `${person.surname}, ${person.givenNames}`,
    language: 'pt-BR',
    made: `${paidOn}T09:00:00-03:00`,
    facts: [
      [
        ['Nome do empregado', `${person.givenNames} ${person.surname}`],
        ['CPF', shownId(employer, person.cuil)],
        ['Matrícula', person.fileNumber],
        ['Competência', shownPeriod(period)],
      ],
      [
        ['Cargo', person.position.name],
        ['Setor', person.sector],
        ['Admissão', shownDate(person.hired)],
      ],
      [
        ['Banco, agência e conta', `${person.bank.name} · ${person.bank.branch} · ${person.bank.account}`],
        ['Local de trabalho', person.location],
        ['Salário-base', money(person.position.basic)],
      ],
    ],
    earned: {
      title: 'Vencimentos',
      heads: ['Cód.', 'Descrição', 'Referência', 'Valor'],
      lines: earned,
      total: ['Total de vencimentos', gross],
    },
    deducted: {
      title: 'Descontos',
      heads: ['Cód.', 'Descrição', 'Referência', 'Valor'],
      lines: deducted,
      total: ['Total de descontos', sum(deducted)],
    },
    sums: [
      ['Sal. contr. INSS', money(base)],
      ['Base cálc. FGTS', money(gross)],
      ['FGTS do mês', money(fgts)],
      ['Base cálc. IRRF', money(taxable)],
    ],
    net: ['VALOR LÍQUIDO', `R$ ${money(net)}`],
    words: `Pagamento em ${employer.city}, ${shownDate(paidOn)}.`,
    print: ['Declaro ter recebido a importância líquida discriminada neste recibo.'],
    money,
  }
  return slipPdf(slip)
}
