import type { Page } from 'playwright-core'
import { me } from '#contract/me.ts'
import { noticeColours } from '#contract/notifications.ts'
import { session } from '#contract/session.ts'
import { payslip } from '#pdf/testing/samples.ts'
import { ask } from './client.ts'
import { demoPassword } from './server.ts'
import { addCompany, everyState, expiredElsewhere, openDownload, openSwitch } from './switching.ts'
import { openPreview, openPreviewAnd } from './previews.ts'
import { closedMeanwhile, closedOnArrival, muchWaits, noticed } from './announcing.ts'
import { enter, type Site } from './visits.ts'

/** A screen, or a state of one, and how somebody of the demonstration comes to it. */
export interface Screen {
  name: string
  /** Null: before signing in. */
  as: string | null
  site: Site
  path: string
  /** From the screen to the state of it. */
  act?: (page: Page) => Promise<unknown>
}

const press = (page: Page, name: RegExp) => page.getByRole('button', { name }).first().click()

/** Where a type's documents are signed. */
async function placing(page: Page): Promise<void> {
  await page.locator('nav li a[href*=subfolder]').first().click()
  await page.locator('tbody a').first().click()
  await page.getByRole('tab').last().click()
  await page.locator('[data-box=empresa]').waitFor()
}

const rows = (page: Page) => page.locator('[data-row], ul[class*=phone] button')
const row = (page: Page) => rows(page).first()

/** Every screen of both sites. A new one is a line here: it is then checked and pictured like the others. */
export const screens: readonly Screen[] = [
  { name: 'sign-in', as: null, site: 's', path: '/s/login' },
  { name: 'sign-in-employee', as: null, site: 'e', path: '/e/login' },
  {
    name: 'sign-in-own-words',
    as: null,
    site: 's',
    path: '/s/vinedos-del-oeste',
    act: (page) => page.waitForURL('**/s/login'),
  },
  {
    name: 'sign-in-missing',
    as: null,
    site: 's',
    path: '/s/login',
    act: (page) => page.locator('button[type=submit]').click(),
  },
  {
    name: 'sign-in-refused',
    as: null,
    site: 'e',
    path: '/e/login',
    act: async (page) => {
      await enter(page, 'nobody_here', 'wrong')
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'choose-company',
    as: null,
    site: 'e',
    path: '/e/login',
    act: async (page) => {
      await enter(page, 'silvina')
      await page.getByRole('button', { name: 'Austral' }).waitFor()
    },
  },
  { name: 'forgot', as: null, site: 's', path: '/s/login#olvide' },
  {
    name: 'forgot-missing',
    as: null,
    site: 'e',
    path: '/e/login#olvide',
    act: (page) => page.locator('button[type=submit]').click(),
  },
  {
    name: 'forgot-sent',
    as: null,
    site: 'e',
    path: '/e/login#olvide',
    act: async (page) => {
      await page.locator('input[name=username]').fill('nadie')
      await page.locator('input[name=email]').fill('nadie@correo.example')
      await page.locator('button[type=submit]').click()
      await page.getByRole('heading', { name: /Revisar el correo|Conferir o e-mail/ }).waitFor()
    },
  },
  { name: 'dead-link', as: null, site: 'e', path: '/e/ingreso#1.nothing' },
  {
    name: 'provider-refused',
    as: null,
    site: 's',
    path: '/s/redirect/authSSO/?empresa=austral-alimentos',
    act: (page) => page.getByRole('alert').waitFor(),
  },
  { name: 'verify', as: null, site: 's', path: '/verificar' },
  {
    name: 'verify-signed',
    as: null,
    site: 's',
    path: '/verificar',
    act: async (page) => verify(page, await aSignedPdf(new URL(page.url()).origin)),
  },
  {
    name: 'verify-unsigned',
    as: null,
    site: 's',
    path: '/verificar',
    act: async (page) => verify(page, Buffer.from(await payslip())),
  },
  {
    name: 'verify-refused',
    as: null,
    site: 's',
    path: '/verificar',
    act: (page) => verify(page, Buffer.from('not a PDF')),
  },
  {
    name: 'verify-code-unknown',
    as: null,
    site: 's',
    path: '/verificar#AAAAAAAAAAAAAAAA',
    act: async (page) => {
      await page.locator('form button[type=submit]').click()
      await page.locator('[role=alert]').waitFor()
    },
  },
  // Of its hundred calls a few: they are alike, and axe looks at each.
  {
    name: 'api',
    as: null,
    site: 's',
    path: '/api/docs?buscar=certificates',
    act: (page) => page.locator('summary').first().click(),
  },

  { name: 'home', as: 'mariana', site: 's', path: '/s/home' },
  ...[...noticeColours, 'outage' as const].map((colour) => ({
    name: `notice-${colour}`,
    as: 'mariana',
    site: 's' as const,
    path: '/s/home',
    act: (page: Page) => noticed(page, colour),
  })),
  { name: 'badge', as: 'mariana', site: 's', path: '/s/home', act: muchWaits },
  { name: 'closed-page', as: 'mariana', site: 's', path: '/s/home', act: closedOnArrival },
  { name: 'closed-dialog', as: 'mariana', site: 's', path: '/s/home', act: closedMeanwhile },
  {
    name: 'search-recent',
    as: 'mariana',
    site: 's',
    path: '/s/home',
    act: (page) => page.keyboard.press('Control+k'),
  },
  {
    name: 'search-found',
    as: 'mariana',
    site: 's',
    path: '/s/home',
    act: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill('lede')
      await page.getByRole('option', { name: /Ledesma/ }).waitFor()
    },
  },
  {
    name: 'bell',
    as: 'mariana',
    site: 's',
    path: '/s/home',
    act: (page) => press(page, /Lo que espera|O que aguarda/),
  },
  {
    name: 'menu-open',
    as: 'mariana',
    site: 's',
    path: '/s/home',
    act: (page) => page.locator('nav button[aria-expanded]').first().click(),
  },
  {
    name: 'account-menu',
    as: 'mariana',
    site: 's',
    path: '/s/home',
    act: (page) => press(page, /Mariana Etchegaray/),
  },
  { name: 'account', as: 'mariana', site: 's', path: '/s/account' },
  {
    name: 'change-password',
    as: 'mariana',
    site: 's',
    path: '/s/account',
    act: async (page) => {
      await press(page, /^(Cambiar contraseña|Mudar senha)/)
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'change-mail',
    as: 'mariana',
    site: 's',
    path: '/s/account',
    act: async (page) => {
      await press(page, /^(Cambiar correo|Mudar e-mail)/)
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'change-picture',
    as: 'mariana',
    site: 's',
    path: '/s/account',
    act: async (page) => {
      await press(page, /^(Cambiar|Mudar) foto/)
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'dead-mail-link', as: null, site: 'e', path: '/e/ingreso#correo.1.nothing' },
  { name: 'privacy', as: null, site: 's', path: '/privacidad?pais=AR' },
  { name: 'switch-company', as: 'mariana', site: 's', path: '/s/home', act: (page) => openSwitch(page) },
  { name: 'switch-company-add', as: 'mariana', site: 's', path: '/s/home', act: addCompany },
  {
    name: 'switch-company-states',
    as: 'mariana',
    site: 's',
    path: '/s/home',
    act: (page) => openSwitch(page, everyState),
  },
  { name: 'switch-company-expired', as: 'mariana', site: 's', path: '/s/home', act: expiredElsewhere },
  ...(['active', 'expired', 'factor'] as const).map((at): Screen => ({
    name: `download-${at}`,
    as: 'mariana',
    site: 's',
    path: '/s/home',
    act: (page) => openDownload(page, at),
  })),
  { name: 'employees', as: 'mariana', site: 's', path: '/s/employees/list' },
  { name: 'employees-nothing', as: 'mariana', site: 's', path: '/s/employees/list?buscar=zzzz' },
  {
    name: 'employees-narrowed',
    as: 'mariana',
    site: 's',
    path: '/s/employees/list?ingreso=2010-01-01..2020-12-31&sin=mail',
  },
  { name: 'employee-create', as: 'mariana', site: 's', path: '/s/employees/create' },
  { name: 'employees-import', as: 'mariana', site: 's', path: '/s/employees/import' },
  {
    name: 'employees-import-checked',
    as: 'mariana',
    site: 's',
    path: '/s/employees/import',
    act: async (page) => {
      const lines = ['CUIL;Apellido;Nombre', '20439182743;Moreyra;=1+1', '20287145366;;Jorge']
      await page.locator('input[type=file]').setInputFiles({
        name: 'altas.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(lines.join('\r\n')),
      })
      await page.locator('button[type=submit]').click()
      await page.waitForURL(/\/import\/\d+/)
      await page.locator('table').waitFor()
    },
  },
  {
    name: 'employee-create-refused',
    as: 'mariana',
    site: 's',
    path: '/s/employees/create',
    act: (page) => page.locator('button[type=submit]').click(),
  },
  {
    name: 'employee',
    as: 'mariana',
    site: 's',
    path: '/s/employees/list?buscar=ledesma',
    act: async (page) => {
      await row(page).click()
      await page.waitForURL(/\/employee\/\d+/)
    },
  },
  {
    name: 'employee-edit',
    as: 'mariana',
    site: 's',
    path: '/s/employees/list?buscar=ledesma',
    act: async (page) => {
      await row(page).click()
      await page.waitForURL(/\/employee\/\d+/)
      await press(page, /^Editar (contacto|Contacto)|^Editar contato/)
    },
  },
  {
    name: 'employee-documents',
    as: 'mariana',
    site: 's',
    path: '/s/employees/list?buscar=ledesma',
    act: async (page) => {
      await row(page).click()
      await page.waitForURL(/\/employee\/\d+/)
      await page.getByRole('tab').nth(1).click()
      await page.locator('[data-row], ul[class*=phone] button').first().waitFor()
    },
  },
  {
    name: 'employee-end',
    as: 'mariana',
    site: 's',
    path: '/s/employees/list?buscar=dominguez',
    act: (page) => actOn(page, /^(Dar de baja|Desligar)/),
  },
  {
    name: 'employee-reactivate',
    as: 'mariana',
    site: 's',
    path: '/s/employees/list?estado=inactive',
    act: (page) => actOn(page, /^(Reactivar|Reativar)/),
  },
  {
    name: 'employee-profiles',
    as: 'mariana',
    site: 's',
    path: '/s/employees/list?buscar=caceres',
    act: (page) => actOn(page, /^(Perfiles|Perfis)/),
  },
  {
    name: 'employee-filters',
    as: 'mariana',
    site: 's',
    path: '/s/employees/list?buscar=caceres',
    act: (page) => actOn(page, /^(Sectores|Setores)/),
  },
  {
    name: 'employee-folders',
    as: 'mariana',
    site: 's',
    path: '/s/employees/list?buscar=caceres',
    act: (page) => actOn(page, /^(Carpetas|Pastas)/),
  },
  {
    name: 'employee-profiles-own',
    as: 'mariana',
    site: 's',
    path: '/s/employees/list?buscar=etchegaray',
    act: (page) => actOn(page, /^(Perfiles|Perfis)/),
  },
  {
    name: 'employee-identify',
    as: 'mariana',
    site: 's',
    path: '/s/employees/list?buscar=ledesma',
    act: (page) => actOn(page, /^(Cambiar|Alterar)/),
  },
  { name: 'documents', as: 'mariana', site: 's', path: '/s/documents/search' },
  {
    name: 'documents-period',
    as: 'mariana',
    site: 's',
    path: '/s/documents/search?periodo=2026-10&estado=no_conforme',
  },
  {
    name: 'documents-preview',
    as: 'mariana',
    site: 's',
    path: '/s/documents/search?periodo=2026-10',
    act: async (page) => {
      await row(page).click()
      await page.locator('img.paper').waitFor()
    },
  },
  {
    name: 'documents-ticked',
    as: 'mariana',
    site: 's',
    path: '/s/documents/search?periodo=2026-10',
    act: async (page) => {
      await page.getByRole('checkbox').nth(1).click()
      await page.getByRole('checkbox').nth(2).click()
    },
  },
  {
    name: 'documents-nothing',
    as: 'mariana',
    site: 's',
    path: '/s/documents/search?buscar=nadie&publicado=2026-10-01..2026-10-31',
    act: async (page) => {
      await press(page, /^Publicado: |^Publicado em: /)
    },
  },
  {
    name: 'documents-views',
    as: 'mariana',
    site: 's',
    path: '/s/documents/search?periodo=2026-10',
    act: async (page) => {
      await press(page, /^Vistas$|^Visualizações$/)
    },
  },
  {
    name: 'document',
    as: 'mariana',
    site: 's',
    path: '/s/documents/search?buscar=benitez&periodo=2026-10',
    act: openDocument,
  },
  ...['archivo', 'datos', 'observaciones', 'trazabilidad', 'colaborador'].map((tab, at): Screen => ({
    name: `document-${tab}`,
    as: 'mariana',
    site: 's',
    path: '/s/documents/search?buscar=benitez&periodo=2026-10',
    act: async (page) => {
      await openDocument(page)
      await page
        .getByRole('tab')
        .nth([0, 1, 3, 4, 5][at] ?? 0)
        .click()
    },
  })),
  ...['cambiar', 'reemplazar', 'anular'].map((dialog, at): Screen => ({
    name: `document-${dialog}`,
    as: 'mariana',
    site: 's',
    path: '/s/documents/search?buscar=benitez&periodo=2026-10',
    act: async (page) => {
      await openDocument(page)
      await page.locator('[aria-haspopup=menu]').last().click()
      await page.getByRole('menuitem').nth(at).click()
      await page.getByRole('dialog').waitFor()
    },
  })),
  { name: 'disagreements', as: 'mariana', site: 's', path: '/s/documents/disagreements' },
  { name: 'publish', as: 'mariana', site: 's', path: '/s/documents/publish/personal' },
  {
    name: 'publish-filled',
    as: 'mariana',
    site: 's',
    path: '/s/documents/publish/personal',
    act: fillPublication,
  },
  {
    name: 'publish-sign',
    as: 'mariana',
    site: 's',
    path: '/s/documents/publish/personal',
    act: async (page) => {
      await fillPublication(page)
      await page.locator('button[type=submit]').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'publish-refused',
    as: 'mariana',
    site: 's',
    path: '/s/documents/publish/personal',
    act: (page) => page.locator('button[type=submit]').click(),
  },
  { name: 'publish-generic', as: 'mariana', site: 's', path: '/s/documents/publish/generic' },
  { name: 'massive', as: 'mariana', site: 's', path: '/s/documents/publish/massive' },
  {
    name: 'massive-refused',
    as: 'mariana',
    site: 's',
    path: '/s/documents/publish/massive',
    act: (page) => page.locator('button[type=submit]').click(),
  },
  {
    name: 'massive-preview',
    as: 'mariana',
    site: 's',
    path: '/s/documents/publish/massive',
    act: openPreview,
  },
  {
    name: 'massive-preview-ready',
    as: 'mariana',
    site: 's',
    path: '/s/documents/publish/massive',
    act: async (page) => {
      await openPreview(page)
      await page.goto(`${page.url()}&grupo=listo`)
      await page.getByRole('article').nth(1).waitFor()
    },
  },
  {
    name: 'massive-person',
    as: 'mariana',
    site: 's',
    path: '/s/documents/publish/massive',
    act: openPreviewAnd('a'),
  },
  {
    name: 'massive-keys',
    as: 'mariana',
    site: 's',
    path: '/s/documents/publish/massive',
    act: openPreviewAnd('?'),
  },
  {
    name: 'massive-publish',
    as: 'mariana',
    site: 's',
    path: '/s/documents/publish/massive',
    act: async (page) => {
      await openPreview(page)
      await press(page, /^Publicar \d+/)
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'processes', as: 'mariana', site: 's', path: '/s/company/process-manager' },
  {
    name: 'process',
    as: 'mariana',
    site: 's',
    path: '/s/company/process-manager?clase=massive&estado=successful',
    act: async (page) => {
      await row(page).click()
      await page.getByRole('link', { name: /seguimiento|acompanhamento/i }).waitFor()
    },
  },
  {
    name: 'processes-none',
    as: 'mariana',
    site: 's',
    path: '/s/company/process-manager?rango=2020-01-01..2020-01-31',
  },
  {
    name: 'follow-up',
    as: 'mariana',
    site: 's',
    path: '/s/company/process-manager?clase=massive&estado=successful',
    act: async (page) => {
      await row(page).click()
      await page.getByRole('link', { name: /seguimiento|acompanhamento/i }).click()
      await page.getByRole('table').waitFor()
    },
  },
  { name: 'reports', as: 'mariana', site: 's', path: '/s/reports/main' },
  { name: 'reminders', as: 'mariana', site: 's', path: '/s/documents/publish/signature-reminder' },
  {
    name: 'reminder-repeated',
    as: 'mariana',
    site: 's',
    path: '/s/documents/publish/signature-reminder',
    act: (page) => page.getByRole('radio').last().check(),
  },
  { name: 'notices', as: 'mariana', site: 's', path: '/s/documents/publish/notifications' },
  {
    name: 'notice-send',
    as: 'mariana',
    site: 's',
    path: '/s/documents/publish/notifications',
    act: async (page) => {
      await row(page).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'undo', as: 'mariana', site: 's', path: '/s/documents/publish/undo' },
  {
    name: 'undo-one',
    as: 'mariana',
    site: 's',
    path: '/s/documents/publish/undo',
    act: async (page) => {
      // The oldest: of the newest nobody may have read anything yet.
      await rows(page).last().click()
      await page.getByRole('checkbox').first().check()
    },
  },
  { name: 'certificates', as: 'mariana', site: 's', path: '/s/certificates' },
  {
    name: 'certificate',
    as: 'mariana',
    site: 's',
    path: '/s/certificates',
    act: async (page) => {
      await row(page).click()
      await page.getByRole('dialog').locator('img').waitFor()
    },
  },
  { name: 'certificate-create', as: 'mariana', site: 's', path: '/s/certificates/create' },
  { name: 'certificate-import', as: 'mariana', site: 's', path: '/s/certificates/import' },
  {
    name: 'certificate-replace',
    as: 'mariana',
    site: 's',
    path: '/s/certificates',
    act: async (page) => {
      await row(page).click()
      await press(page, /^(Reemplazar|Substituir)/)
    },
  },
  {
    name: 'certificate-replacing',
    as: 'mariana',
    site: 's',
    path: '/s/certificates',
    act: async (page) => {
      await row(page).click()
      await press(page, /^(Reemplazar|Substituir)/)
      await page.getByRole('link', { name: /^Importar/ }).click()
      await page.waitForURL(/import\?reemplaza=/)
    },
  },
  { name: 'declined', as: 'mariana', site: 's', path: '/s/employees/declined' },
  {
    name: 'printed-code',
    as: 'mariana',
    site: 's',
    path: '/s/employees/list',
    act: (page) => besideRecord(page, 'code'),
  },
  {
    name: 'view-as',
    as: 'mariana',
    site: 's',
    path: '/s/employees/list',
    act: (page) => besideRecord(page, 'view'),
  },
  { name: 'security', as: 'mariana', site: 's', path: '/s/security' },
  {
    name: 'security-require',
    as: 'mariana',
    site: 's',
    path: '/s/security',
    act: async (page) => {
      await page.getByRole('switch').first().locator('..').click()
      await page.getByRole('dialog').getByRole('textbox').waitFor()
    },
  },
  {
    name: 'security-add-factor',
    as: 'mariana',
    site: 's',
    path: '/s/security',
    act: async (page) => {
      await page
        .getByRole('region', { name: /segundo fac?tor/i })
        .getByRole('button')
        .click()
      await page.getByRole('dialog').getByRole('listitem').first().waitFor()
    },
  },
  { name: 'permission-matrix', as: 'mariana', site: 's', path: '/s/security/permissions' },
  { name: 'sections-documents', as: 'mariana', site: 's', path: '/s/MainDocumentPage' },
  { name: 'sections-company', as: 'mariana', site: 's', path: '/s/MainBusinessPage' },
  { name: 'not-built-yet', as: 'mariana', site: 's', path: '/s/billboard' },
  { name: 'folders', as: 'mariana', site: 's', path: '/s/folder/list' },
  {
    name: 'folder-types',
    as: 'mariana',
    site: 's',
    path: '/s/folder/list',
    act: async (page) => {
      await page.locator('nav li a[href*=subfolder]').nth(1).click()
      await page.waitForURL(/subfolder\/list/)
    },
  },
  { name: 'folder-create', as: 'mariana', site: 's', path: '/s/folder/create' },
  {
    name: 'folder-rules-broken',
    as: 'mariana',
    site: 's',
    path: '/s/folder/create',
    act: async (page) => {
      await page.getByRole('checkbox', { name: /^Vis/ }).uncheck()
      await page.getByRole('checkbox', { name: /^Se firma|^Assina-se/ }).check()
      await page.locator('form button[type=submit]').click()
    },
  },
  {
    name: 'type-create',
    as: 'mariana',
    site: 's',
    path: '/s/folder/list',
    act: async (page) => {
      await page.locator('nav li a[href*=subfolder]').first().click()
      await page.locator('a[href$="subfolder/create"]').click()
      await page.locator('form').waitFor()
    },
  },
  {
    name: 'type-edit',
    as: 'mariana',
    site: 's',
    path: '/s/folder/list',
    act: async (page) => {
      await page.locator('nav li a[href*=subfolder]').first().click()
      await page.locator('tbody a').first().click()
      await page.locator('form').waitFor()
    },
  },
  {
    name: 'type-position',
    as: 'mariana',
    site: 's',
    path: '/s/folder/list',
    act: (page) => placing(page),
  },
  {
    name: 'type-reading',
    as: 'mariana',
    site: 's',
    path: '/s/folder/list',
    act: async (page) => {
      await placing(page)
      await page.getByRole('tab').nth(1).click()
      await page.locator('input[type=file]').setInputFiles({
        name: 'recibo.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from(await payslip()),
      })
      await page.locator('canvas').waitFor()
    },
  },
  {
    name: 'type-position-cut',
    as: 'mariana',
    site: 's',
    path: '/s/folder/list',
    act: async (page) => {
      await placing(page)
      await page.locator('input[type=file]').setInputFiles({
        name: 'muestra.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from(await payslip()),
      })
      await page.locator('canvas').waitFor()
      await page.getByText(/^(A medida|Sob medida)$/).click()
      await page.locator('[data-box=corte]').focus()
      await page.keyboard.press('Control+Shift+ArrowDown')
    },
  },
  { name: 'sign-out', as: 'mariana', site: 's', path: '/s/salir' },
  { name: 'no-management', as: null, site: 's', path: '/s/403/' },
  { name: 'forbidden-reports', as: 'hector', site: 's', path: '/s/reports/main' },
  { name: 'not-found', as: 'mariana', site: 's', path: '/s/employee/999999' },
  { name: 'unknown-address', as: 'mariana', site: 's', path: '/s/nothing' },
  { name: 'forbidden', as: 'lucia', site: 's', path: '/s/certificates' },
  { name: 'home-manager', as: 'hector', site: 's', path: '/s/home' },

  { name: 'my-documents', as: 'cristian_maidana', site: 'e', path: '/e/' },
  { name: 'my-account', as: 'cristian_maidana', site: 'e', path: '/e/cuenta' },
  { name: 'read', as: 'cristian_maidana', site: 'e', path: '/e/', act: read },
  {
    name: 'read-as-text',
    as: 'cristian_maidana',
    site: 'e',
    path: '/e/',
    act: async (page) => {
      await read(page)
      await press(page, /texto/)
    },
  },
  {
    name: 'sign',
    as: 'cristian_maidana',
    site: 'e',
    path: '/e/',
    act: async (page) => {
      await read(page)
      await press(page, /^(Firmar|Assinar)$/)
      await page.getByRole('radio').first().waitFor()
    },
  },
  {
    name: 'sign-no-conforme',
    as: 'cristian_maidana',
    site: 'e',
    path: '/e/',
    act: async (page) => {
      await read(page)
      await press(page, /^(Firmar|Assinar)$/)
      await page.getByRole('radio').last().click()
    },
  },
  { name: 'my-activity', as: 'cristian_maidana', site: 'e', path: '/e/cuenta/vistos' },
  { name: 'my-sessions', as: 'cristian_maidana', site: 'e', path: '/e/cuenta/sesiones' },
  {
    name: 'my-archive',
    as: 'cristian_maidana',
    site: 'e',
    path: '/e/cuenta',
    act: async (page) => {
      await press(page, /todo lo mío|tudo o que é meu/)
      await page.getByRole('dialog').getByText('ZIP').first().waitFor()
    },
  },
  { name: 'unknown-address-employee', as: 'cristian_maidana', site: 'e', path: '/e/nothing' },
]

async function fillPublication(page: Page): Promise<void> {
  const [person, type, month] = [0, 1, 2].map((at) => page.getByRole('combobox').nth(at))
  await person?.fill('acosta')
  await page.getByRole('option', { name: 'Acosta' }).click()
  await type?.click()
  await page.getByRole('option', { name: /Recibo de sueldo/ }).click()
  await month?.click()
  await page.getByRole('option').nth(1).click()
  const buffer = Buffer.from(await payslip({ name: 'Acosta, Ramiro', taxId: '20-38450912-7' }))
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'recibo.pdf', mimeType: 'application/pdf', buffer })
  await page.getByText('recibo.pdf').waitFor()
}

/** One of the acts behind the dots of the first employee of the list. */
async function actOn(page: Page, act: RegExp): Promise<void> {
  await row(page).click()
  await page.waitForURL(/employee\/\d+/)
  await press(page, /^(Más acciones|Mais ações)/)
  await page.getByRole('menuitem', { name: act }).click()
  await page.getByRole('dialog').getByRole('button').last().waitFor()
}

/** A screen of the first employee of the list: their code, their own view. */
async function besideRecord(page: Page, what: 'code' | 'view'): Promise<void> {
  await row(page).click()
  await page.waitForURL(/employee\/\d+/)
  await page.goto(`${new URL(page.url()).pathname}/${what}`)
  await page.locator('h1').first().waitFor()
}

async function verify(page: Page, buffer: Buffer): Promise<void> {
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'recibo.pdf', mimeType: 'application/pdf', buffer })
  await page.locator('[data-meaning], [role=alert]').first().waitFor()
}

/** What an employee has signed, as they would download it. */
async function aSignedPdf(url: string): Promise<Buffer> {
  const entered = await ask(url, session.login, { user: 'carla_benitez', password: demoPassword, site: 'e' })
  const as = entered.data.jwt
  const mine = await ask(url, me.documents, {}, { as })
  const id = mine.data.carpetas[0].documentos[0].id
  const headers = { authorization: `Bearer ${as}` }
  const answer = await fetch(`${url}/api${me.pdf.path.replace('{id}', id)}`, { headers })
  return Buffer.from(await answer.arrayBuffer())
}

async function openDocument(page: Page): Promise<void> {
  await row(page).click()
  await page.getByRole('link', { name: /Abrir (el|o) documento/ }).click()
  await page.waitForURL(/detail/)
  await page.locator('canvas').first().waitFor()
}

async function read(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^(Leer y firmar|Ler e assinar)/ }).click()
  await page.locator('canvas').first().waitFor()
}
