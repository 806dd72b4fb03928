import type certificates from '#locales/es/certificates.json'
import type { AreaScreen } from '../../screens.ts'

declare module '#web/shared/texts/i18n.ts' {
  interface AreaWords {
    certificates: typeof certificates
  }
}

/** The screens of this area. */
export const screens: readonly AreaScreen[] = [
  {
    id: 'certificates',
    lazy: () => import('./CertificatesPage.tsx').then((loaded) => loaded.CertificatesPage),
    words: ['certificates', 'errors'],
  },
  {
    id: 'certificateCreate',
    lazy: () => import('./IssueCertificatePage.tsx').then((loaded) => loaded.IssueCertificatePage),
    words: ['account', 'certificates', 'errors'],
  },
  {
    id: 'certificateImport',
    lazy: () => import('./ImportCertificatePage.tsx').then((loaded) => loaded.ImportCertificatePage),
    words: ['account', 'certificates', 'errors'],
  },
]
