import { australAlimentos } from '#demo/austral.ts'
import { payDate } from '#demo/dates.ts'
import { monthlySettlement } from '#demo/payroll.ts'
import { receiptPdf } from '#demo/receipt.ts'

/** A payslip of the month that runs at the company, which nobody published yet. */
export async function payslipOfThisMonth(username: string) {
  const { employer, people } = australAlimentos()
  const person = people.find((each) => each.username === username)
  if (!person) throw new Error(`nobody called ${username}`)
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: employer.zone }).format()
  const period = today.slice(0, 7)
  const bytes = receiptPdf({
    kind: 'salary',
    employer,
    person,
    period,
    paidOn: payDate(period),
    settlement: monthlySettlement(person, period),
  })
  const month = new Intl.DateTimeFormat('es', { month: 'long', timeZone: 'UTC' }).format(new Date(period))
  return {
    month: `${month} ${period.slice(0, 4)}`,
    shown: `${period.slice(5)}/${period.slice(0, 4)}`,
    file: {
      name: `${person.cuil}_${period.replace('-', '')}.pdf`,
      mimeType: 'application/pdf',
      buffer: bytes,
    },
  }
}
