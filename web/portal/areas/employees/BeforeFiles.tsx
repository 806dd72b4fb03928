import { Link } from 'react-router'
import type { AnswerOf } from '#contract/call.ts'
import type { employeeImport, FileKindName } from '#contract/employees/import.ts'
import { instantText, numberText } from '#web/shared/texts/texts.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { filesOnScreen } from './filesOnScreen.ts'
import style from './Import.module.css'

interface Props {
  kind: FileKindName
  files: AnswerOf<typeof employeeImport.list>
  title: string
}

/** The viewer's files of a kind of the last days. */
export function BeforeFiles({ kind, files, title }: Props) {
  const { t } = useWords(['employees', 'employees-ends', 'employees-integration'])
  const { company } = useViewer()
  const { words, one } = filesOnScreen[kind]
  return (
    <section className={style.before}>
      <h2>{title}</h2>
      <ul>
        {files.map(({ id, archivo, estado, paso, creado, filas }) => (
          <li key={id}>
            <Link to={one(id)}>{archivo}</Link>
            <span className="second figures">
              {instantText(creado, company.zona)} ·{' '}
              {t('importar.filas', { count: filas, cuantas: numberText(filas) })} ·{' '}
              {paso === 'done'
                ? t(`${words}:importar.estado.${estado}`)
                : paso === 'preview'
                  ? t('importar.porConfirmar')
                  : t(`${words}:importar.paso.${paso}`)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
