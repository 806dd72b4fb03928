import { lazy, Suspense } from 'react'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './FirstPage.module.css'

// It brings pdf.js, which only who chose a file needs.
const PdfView = lazy(() =>
  import('#web/shared/documents/PdfView.tsx').then((loaded) => ({ default: loaded.PdfView })),
)

/** The file as it is on this machine, before anything is sent. */
export function FirstPage({ file }: { file: File | null }) {
  const { t } = useWords('publishing')
  return (
    <div className={`${style.desk} column gap-12`}>
      <h2>{t('vista.titulo')}</h2>
      {file ? (
        <Suspense>
          <PdfView
            answer={{ data: file, error: null, refetch: () => undefined }}
            name={file.name}
            as="preview"
          />
        </Suspense>
      ) : (
        <div className={`${style.empty} row`}>{t('vista.vacia')}</div>
      )}
    </div>
  )
}
