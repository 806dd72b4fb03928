import type { Page, Route } from 'playwright-core'
import { fakeAnswers } from './fake-answers.ts'
import { openRecord, press } from './screens/screen.ts'

// An account that the company's address opened: signing waits. Each state is a faked answer to one call.

const access = {
  id: 1,
  clase: 'correo',
  por: 'Etchegaray, Mariana',
  fecha: '2026-11-20T13:05:00.000Z',
  correo_anterior: 'c•••@correo.example',
  objetado: null,
  confirmado_por: null,
  confirmado: null,
}
const objection = { espera: 'objecion', hasta: '2026-11-23T13:05:00.000Z', accesos: [access] }

const answer = (data: unknown) => (route: Route) => route.fulfill({ json: { data } })

const rechazo = { quien: 'Domínguez, Héctor Raúl', motivo: 'Vino otra persona con su documento.' }

/** The employee's record, where a second person has to confirm to have seen them. */
export async function signingWaits(page: Page): Promise<void> {
  const standing = { ...objection, espera: 'segunda_persona', hasta: null, pedido: false, rechazo }
  await fakeAnswers(page, '**/admin-mod/employees/*/signing', answer(standing), 1)
  await openRecord(page)
  await page.getByRole('button', { name: /^Pedir/ }).waitFor()
}

/** The same record as the second person sees it, asked to confirm. */
export async function personToConfirm(page: Page): Promise<void> {
  const standing = { ...objection, espera: 'segunda_persona', hasta: null, pedido: true, rechazo: null }
  await fakeAnswers(page, '**/admin-mod/employees/*/signing', answer(standing), 1)
  const approval = {
    id: 1,
    clase: 'person_seen',
    asunto: 1,
    titulo: 'Jorge Omar Ledesma',
    estado: 'pending',
    pedido_por: 'Cáceres, Lucía',
    pedido: '2026-11-21T12:30:00.000Z',
    vence: null,
    decisiones: [],
    decide: true,
    retira: false,
  }
  await fakeAnswers(page, /\/v2\/approvals\/subject\?/, answer(approval), 1)
  await openRecord(page)
  await page.getByRole('button', { name: /^Confirmo/ }).waitFor()
}

/** The dialog in which the second person gives the reason to reject. */
export async function personToReject(page: Page): Promise<void> {
  await personToConfirm(page)
  await press(page, /^(Rechazar|Rejeitar)…/)
  await page.getByRole('dialog').getByRole('textbox').waitFor()
}

/** A record whose employee accepted electronic documents after entering by an address that the company put. */
export async function consentByCompanyAddress(page: Page): Promise<void> {
  const consent = {
    decision: 'otorgado',
    fecha: '2026-11-21T12:30:00.000Z',
    acceso: {
      clase: 'mail',
      por: access.por,
      fecha: access.fecha,
      abierta: 'second_person',
      abierta_por: 'Cáceres, Lucía',
    },
  }
  await fakeAnswers(page, '**/admin-mod/employees/*/consent', answer(consent), 2)
  await openRecord(page)
  await page.goto(`${new URL(page.url()).pathname}?tab=configuracion`)
  await page.getByText(/^(Los aceptó|Aceitou)/).waitFor()
}

/** The employee's own documents, after somebody else changed their address and opened the account by it. */
export async function mySigningWaits(page: Page): Promise<void> {
  await fakeAnswers(page, '**/v2/me/signing', answer({ ...objection, contrasena_anterior: true }), 1)
  const change = { id: 1, hecho: 'mail_changed', fecha: access.fecha, por: access.por }
  await fakeAnswers(page, '**/v2/me/access-changes', answer([change]), 1)
  await fakeAnswers(
    page,
    /\/v2\/me\/documents(\?|$)/,
    async (route) => {
      const answered = await route.fetch()
      const body = await answered.json()
      body.data.firma_cerrada = 'SIGN_NOT_ALLOWED_COMPANY_ADDRESS'
      await route.fulfill({ json: body })
    },
    1,
  )
  await page.reload()
  await page.getByRole('button', { name: /^(Usar la contraseña|Usar a senha)/ }).waitFor()
}

/** The page of the link by which the former address objects. */
export async function objecting(page: Page): Promise<void> {
  const said = {
    tipo: 'objetar',
    nombre: 'Cristian',
    usuario: 'cristian_maidana',
    empresa: 'Austral Alimentos S.A.',
    correo: 'cristian@correo.example',
  }
  await fakeAnswers(page, '**/v2/account/mail/check', answer(said), 1)
  // The page has taken the token out of the address.
  await page.goto('about:blank')
  await page.goto('/e/ingreso#correo.1.nothing')
  await page.getByText(said.correo).waitFor()
}
