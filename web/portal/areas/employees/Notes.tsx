import { ActionIcon, Skeleton } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { employeeFile, type FileNote, longestNote } from '#contract/employees/file.ts'
import { call } from '#web/shared/calls/call.ts'
import { useCall, useRefresh } from '#web/shared/calls/useCall.ts'
import { ConfirmDialog } from '#web/shared/forms/ConfirmDialog.tsx'
import { Draft } from '#web/shared/forms/Draft.tsx'
import { AreaField } from '#web/shared/forms/fields.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { useForm } from '#web/shared/forms/useForm.ts'
import { ShortPager } from '#web/shared/lists/ShortPager.tsx'
import { toast } from '#web/shared/pages/toasts.tsx'
import { dateText, useErrorText } from '#web/shared/texts/texts.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import type { TabProps } from './fileTabs.ts'
import style from './EmployeeNow.module.css'

const perPage = 5

interface NotesProps extends TabProps {
  /** A section of the record is edited: the filled button is that form's. */
  isEditing: boolean
}

/** The notes of human resources on somebody, the newest first, with a form for a new one. */
export function Notes({ record: { id }, isEditing }: NotesProps) {
  const { t } = useWords('employees-file')
  const errorText = useErrorText()
  const [page, setPage] = useState(1)
  const [writing, setWriting] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wrote = useRef(false)
  useEffect(() => {
    if (wrote.current && !writing) button.current?.focus()
    wrote.current = writing
  }, [writing])
  const { data, error } = useCall(employeeFile.notes, { id, page, perPage })
  return (
    <section className={style.notes} aria-label={t('notas.titulo')}>
      <header className="row apart">
        <h2>{t('notas.titulo')}</h2>
        {!writing && (
          <ActionIcon ref={button} aria-label={t('notas.agregar')} onClick={() => setWriting(true)}>
            <IconPlus size={18} />
          </ActionIcon>
        )}
      </header>
      {writing && (
        <NewNote
          id={id}
          isEditing={isEditing}
          onClose={() => setWriting(false)}
          onDone={() => {
            setWriting(false)
            setPage(1)
          }}
        />
      )}
      {!data && !error && (
        <div className={style.waiting} aria-hidden>
          <Skeleton height={12} width="85%" />
          <Skeleton height={12} width="50%" mt={12} />
        </div>
      )}
      {error && <p className="bad">{errorText(error)}</p>}
      {data?.data.length === 0 && !writing && <p className="second">{t('notas.ninguna')}</p>}
      {data && data.data.length > 0 && (
        <ul>
          {data.data.map((note) => (
            <Line key={note.id} employee={id} note={note} />
          ))}
        </ul>
      )}
      {data && <ShortPager pagination={data.pagination} onPage={setPage} />}
    </section>
  )
}

interface NewNoteProps extends Pick<NotesProps, 'isEditing'> {
  id: number
  onClose: () => void
  onDone: () => void
}

function NewNote({ id, isEditing, onClose, onDone }: NewNoteProps) {
  const { t } = useWords('employees-file')
  const refresh = useRefresh()
  const form = useForm(employeeFile.addNote, {
    initial: { id },
    onDone: async () => {
      await refresh(employeeFile.notes)
      toast({ text: t('notas.agregada') })
      onDone()
    },
  })
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('textarea')?.focus(), [])
  return (
    <div ref={box} className={style.writing}>
      <FormShell
        form={form}
        loading={false}
        error={null}
        submit={t('notas.guardar')}
        onCancel={onClose}
        inSection
        unfilled={isEditing}
      >
        <Draft form={form} name={`employee.${id}.note`} />
        <AreaField
          form={form}
          name="texto"
          label={t('notas.texto')}
          help={t('notas.ayuda')}
          most={longestNote}
        />
      </FormShell>
    </div>
  )
}

function Line({ employee, note: { id, texto, autor, fecha } }: { employee: number; note: FileNote }) {
  const { t } = useWords('employees-file')
  const { company } = useViewer()
  const [asking, ask] = useState(false)
  const day = dateText(fecha, company.zona)
  return (
    <li>
      <div className="grow">
        <p className={style.note}>{texto}</p>
        <span className="second figures">
          {autor}, {day}
        </span>
      </div>
      <ActionIcon
        className={style.delete ?? ''}
        variant="subtle"
        aria-label={t('notas.borrar', { autor, dia: day })}
        onClick={() => ask(true)}
      >
        <IconTrash size={16} />
      </ActionIcon>
      {asking && (
        <ConfirmDialog
          title={t('notas.borrarTitulo')}
          submit={t('notas.borrarBoton')}
          done={t('notas.borrada')}
          act={() => call(employeeFile.deleteNote, { id: employee, nota: id })}
          refresh={[employeeFile.notes]}
          onClose={() => ask(false)}
        >
          <p>{t('notas.borrarTexto')}</p>
        </ConfirmDialog>
      )}
    </li>
  )
}
