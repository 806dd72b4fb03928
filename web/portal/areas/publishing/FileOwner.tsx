import { Alert, Button } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import type { ReadDocument } from '#contract/publishing/publishing.ts'
import { TaxId } from '#web/shared/texts/TaxId.tsx'
import { useWords } from '#web/shared/texts/useWords.ts'
import { surnameOf } from './surname.ts'
import style from './PublishForm.module.css'

type Person = ReadDocument['personas'][number]

interface Props {
  read: ReadDocument | null
  reading: boolean
  /** Whether the file names the chosen person, and nobody else. */
  agrees: boolean
  chosen: boolean
  onTake: (person: Person) => void
  onChange: () => void
}

/** Under the file: whose it is by its text. Another person's is said in red, with the ways out. */
export function FileOwner({ read, reading, agrees, chosen, onTake, onChange }: Props) {
  const { t } = useWords(['publishing', 'country'])
  const [first] = read?.personas ?? []
  return (
    <div role="status">
      {reading ? (
        <p className={`quiet ${style.owner}`}>{t('leido.leyendo')}</p>
      ) : !read || !first ? null : agrees ? (
        <p className={`${style.owner} row gap-6`} data-agrees>
          <IconCircleCheck size={16} aria-hidden />
          {t('leido.coincide')}
        </p>
      ) : (
        <Alert color={chosen ? 'bad' : 'info'} icon={<IconAlertCircle size={18} />}>
          <p className={style.warning}>
            <b>{t('leido.esDe')}</b>{' '}
            {read.personas.map(({ id, nombre, cuil }, at) => (
              <span key={id}>
                {at > 0 && ' · '}
                {nombre} (<TaxId value={cuil} />)
              </span>
            ))}
          </p>
          <div className="row wrap gap-8">
            {read.personas.map((person) => (
              <Button key={person.id} size="compact-sm" onClick={() => onTake(person)}>
                {t('leido.publicarA', { apellido: surnameOf(person.nombre) })}
              </Button>
            ))}
            <Button size="compact-sm" onClick={onChange}>
              {t('leido.cambiar')}
            </Button>
          </div>
        </Alert>
      )}
    </div>
  )
}
