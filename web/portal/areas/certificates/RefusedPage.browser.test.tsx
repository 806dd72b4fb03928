import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import certificates from '#locales/es/certificates.json' with { type: 'json' }
import { data, serve, show } from '#web/testing/render.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { RefusedPage } from './RefusedPage.tsx'
import type { NewCertificate } from './useNewCertificate.ts'

async function refused(activos: number, vencer: 'CERTIFICATE_HOLDER_REQUIRED' | null): Promise<void> {
  serve(() => data([{ id: 7, nombre: 'Carlos Rivarola' }], { total: activos, page: 1, perPage: 1 }))
  const begin = {
    setup: { activos, vencer, crear: 'CERTIFICATES_MOST_ACTIVE' },
    refused: 'CERTIFICATES_MOST_ACTIVE',
  }
  await show(
    <RefusedPage
      title="Importar certificado de firma"
      begin={begin as unknown as NewCertificate}
      replacing={paths.certificateImport}
    />,
    '/',
    { certificates },
  )
}

const listLink = () => page.getByRole('link', { name: 'Ver los certificados' })

test('a company with its one certificate is led to replacing it', async () => {
  await refused(1, null)
  await expect
    .element(page.getByRole('link', { name: 'Reemplazar el certificado de Carlos Rivarola' }))
    .toHaveAttribute('href', '/certificates/import?reemplaza=7')
})

test('where there are several certificates the way leads to the list', async () => {
  await refused(5, null)
  await expect
    .element(page.getByRole('heading', { name: 'Ya hay 5 certificados activos: es el máximo' }))
    .toBeVisible()
  await expect.element(listLink()).toHaveAttribute('href', '/certificates')
})

test('where the certificate may not be replaced the way leads to the list', async () => {
  await refused(1, 'CERTIFICATE_HOLDER_REQUIRED')
  await expect.element(listLink()).toHaveAttribute('href', '/certificates')
})
