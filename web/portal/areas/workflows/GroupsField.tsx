import { ActionIcon, Button, SegmentedControl, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPlus, IconTrash } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { mostGroups } from '#contract/workflows.ts'
import { errorLine } from '#web/shared/forms/fields.tsx'
import drag from '#web/shared/lists/row-drag.module.css'
import { useRowDrag } from '#web/shared/lists/useRowDrag.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { PeopleField } from './PeopleField.tsx'
import { type Group, groupsOf, type WorkflowForm } from './workflow-form.ts'
import style from './workflows.module.css'

interface Props {
  form: WorkflowForm
  /** People who stand in a group already. */
  known: readonly { id: number; nombre: string }[]
}

/** Groups in the order in which they decide: moved by dragging, by the arrow keys, or by buttons. */
export function GroupsField({ form, known }: Props) {
  const { t } = useWords('workflows')
  const hint = useId()
  const groups = groupsOf(form)
  const isOrdered = groups.length > 1
  // A key of its own for each group, which it keeps as it moves.
  const [keys, setKeys] = useState<readonly number[]>(() => groups.map((_, at) => at))
  const [said, setSaid] = useState('')
  const nameOf = (at: number) => groups[at]?.nombre || t('alta.grupo', { n: at + 1 })
  const set = (next: readonly Group[]) => form.set('grupos', next)
  const change = (at: number, more: Partial<Group>) =>
    set(groups.map((group, one) => (one === at ? { ...group, ...more } : group)))
  const move = (key: number, placeOf: (from: number) => number) => {
    const from = keys.indexOf(key)
    const group = groups[from]
    const place = Math.min(Math.max(placeOf(from), 0), groups.length - 1)
    if (!group || place === from) return
    setKeys(keys.toSpliced(from, 1).toSpliced(place, 0, key))
    set(groups.toSpliced(from, 1).toSpliced(place, 0, group))
    setSaid(t('alta.dicho', { nombre: nameOf(from), lugar: place + 1, total: groups.length }))
  }
  const add = () => {
    setKeys([...keys, Math.max(-1, ...keys) + 1])
    set([...groups, { nombre: '', todos: false, personas: [] }])
  }
  const remove = (at: number) => {
    // The button that was pressed goes with its group.
    document.getElementById(`${form.id}-grupos`)?.focus()
    setKeys(keys.toSpliced(at, 1))
    set(groups.toSpliced(at, 1))
  }
  const { body, handle, marks } = useRowDrag<HTMLOListElement>(keys, move)
  form.labels.set('grupos', t('alta.grupos'))
  return (
    <section
      className={`${style.order} column`}
      id={`${form.id}-grupos`}
      tabIndex={-1}
      aria-label={t('alta.grupos')}
    >
      <h2 className={style.title}>{t('alta.grupos')}</h2>
      <p className="second" id={hint}>
        {t(isOrdered ? 'alta.gruposAyuda' : 'alta.grupoAyuda')}
      </p>
      {form.errors['grupos'] && (
        <p className={style.fault} role="alert">
          {errorLine(form.errors['grupos'])}
        </p>
      )}
      <ol ref={body} className={`${style.groups} plain-list column`}>
        {groups.map((group, at) => {
          const key = keys[at] ?? at
          const n = at + 1
          return (
            <li key={key} className={`${style.group} column`} {...marks(key)}>
              <div className="row gap-8">
                {isOrdered && (
                  <button
                    type="button"
                    className={`${drag.handle} focus-ring`}
                    aria-label={t('alta.mover', { n })}
                    aria-describedby={hint}
                    {...handle(key)}
                  >
                    <IconGripVertical size={18} aria-hidden />
                  </button>
                )}
                <b className="grow">{t('alta.grupo', { n })}</b>
                {isOrdered && (
                  <>
                    <ActionIcon
                      aria-label={t('alta.subir', { n })}
                      disabled={at === 0}
                      onClick={() => move(key, (from) => from - 1)}
                    >
                      <IconArrowUp size={18} aria-hidden />
                    </ActionIcon>
                    <ActionIcon
                      aria-label={t('alta.bajar', { n })}
                      disabled={at === groups.length - 1}
                      onClick={() => move(key, (from) => from + 1)}
                    >
                      <IconArrowDown size={18} aria-hidden />
                    </ActionIcon>
                    <ActionIcon aria-label={t('alta.quitar', { n })} onClick={() => remove(at)}>
                      <IconTrash size={18} aria-hidden />
                    </ActionIcon>
                  </>
                )}
              </div>
              <TextInput
                label={t('alta.nombreGrupo')}
                value={group.nombre}
                maxLength={60}
                disabled={form.busy}
                onChange={({ currentTarget }) => change(at, { nombre: currentTarget.value })}
              />
              <PeopleField
                value={group.personas}
                known={known}
                disabled={form.busy}
                onChange={(personas) => change(at, { personas })}
              />
              {group.personas.length > 1 && (
                <div className="column gap-4">
                  <span className={style.label}>{t('alta.como')}</span>
                  <SegmentedControl
                    aria-label={t('alta.como')}
                    className={style.need ?? ''}
                    value={group.todos ? 'todos' : 'uno'}
                    onChange={(value) => change(at, { todos: value === 'todos' })}
                    data={[
                      { value: 'uno', label: t('alta.uno') },
                      { value: 'todos', label: t('alta.todos') },
                    ]}
                  />
                </div>
              )}
            </li>
          )
        })}
      </ol>
      <p className="only-read-aloud" aria-live="polite">
        {said}
      </p>
      {groups.length < mostGroups && (
        <div>
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
            {t('alta.agregar')}
          </Button>
        </div>
      )}
    </section>
  )
}
