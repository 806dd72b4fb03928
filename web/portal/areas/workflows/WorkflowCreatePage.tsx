import { Skeleton } from '@mantine/core'
import { useNavigate, useSearchParams } from 'react-router'
import type { AnswerOf } from '#contract/call.ts'
import { workflows } from '#contract/workflows.ts'
import { useCall, useRefresh } from '#web/shared/calls/useCall.ts'
import { CheckField, TextField } from '#web/shared/forms/fields.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { useForm } from '#web/shared/forms/useForm.ts'
import { FormPage } from '#web/shared/pages/pages.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { toast } from '#web/shared/pages/toasts.tsx'
import { useWords } from '#web/shared/texts/useWords.ts'
import { GroupsField } from './GroupsField.tsx'
import { TypesField } from './TypesField.tsx'
import { useDraftOnLeaving } from './useDraftOnLeaving.ts'
import { groupsOf } from './workflow-form.ts'

type Workflow = AnswerOf<typeof workflows.one>

const changed = [workflows.list, workflows.one]

/** A new workflow, a draft that is gone on with, or a copy of another one. */
export function WorkflowCreatePage() {
  const { t } = useWords('workflows')
  const [params] = useSearchParams()
  const draft = Number(params.get('borrador')) || undefined
  const copied = Number(params.get('copia')) || undefined
  const id = draft ?? copied
  const { data, error, refetch } = useCall(workflows.one, { id: id ?? 0 }, { enabled: id !== undefined })
  if (error) return <ErrorState error={error} title={t('alta.titulo')} onRetry={() => void refetch()} />
  if (id !== undefined && !data) return <Skeleton height={320} />
  return <WorkflowForm key={id ?? 0} from={data} {...(draft !== undefined && { draft })} />
}

function WorkflowForm({ from, draft }: { from: Workflow | undefined; draft?: number }) {
  const { t } = useWords('workflows')
  const navigate = useNavigate()
  const refresh = useRefresh()
  const replaces =
    draft === undefined ? (from?.estado === 'active' ? from.id : null) : (from?.reemplaza ?? null)
  const form = useForm<typeof workflows.create | typeof workflows.save>(
    draft === undefined ? workflows.create : workflows.save,
    {
      initial: {
        nombre: from?.nombre ?? '',
        grupos: from
          ? from.grupos.map(({ nombre, todos, personas }) => ({
              nombre,
              todos,
              personas: personas.map((person) => person.id),
            }))
          : [{ nombre: '', todos: false, personas: [] }],
        tipos: from?.tipos.map((type) => type.id) ?? [],
        tambien_publicado: from?.tambien_publicado ?? false,
        activar: true,
        ...(draft !== undefined && { id: draft }),
        reemplaza: replaces,
      },
      onDone: async ({ id }) => {
        await refresh(...changed)
        toast({ text: t('alta.activado', { nombre: String(form.values.nombre) }) })
        await navigate(paths.workflow(id))
      },
    },
  )
  const groups = groupsOf(form)
  const people = new Set(groups.flatMap(({ personas }) => personas)).size
  const types = Array.isArray(form.values.tipos) ? form.values.tipos.length : 0
  const isWhole =
    form.values.nombre !== '' && types > 0 && groups.every(({ personas }) => personas.length > 0)
  // A draft may lack everything; a workflow that decides may not.
  const fields = { ...form, required: (name: string) => name === 'nombre' || name === 'tipos' }
  const title = from
    ? draft === undefined
      ? t('alta.copia', { nombre: from.nombre })
      : t('alta.seguir')
    : t('alta.titulo')
  useDraftOnLeaving(form, draft)
  return (
    <FormPage title={title} back={{ to: paths.workflows(), label: t('titulo') }}>
      <FormShell
        // Everything typed is kept as a draft on leaving, so that there is nothing to ask.
        form={{ ...fields, dirty: false }}
        loading={false}
        error={null}
        submit={t('alta.activar')}
        foot={
          <>
            {isWhole ? (
              <b>
                {t('alta.pie', {
                  grupos: t('grupos', { count: groups.length }),
                  personas: t('personas', { count: people }),
                  tipos: t('tipos', { count: types }),
                })}
              </b>
            ) : (
              t('alta.falta')
            )}{' '}
            {replaces !== null && from && t('alta.reemplaza', { nombre: from.nombre })} {t('alta.alSalir')}
          </>
        }
        onCancel={() => void navigate(paths.workflows())}
        leave={t('alta.salir')}
      >
        <TextField form={fields} name="nombre" label={t('alta.nombre')} help={t('alta.nombreAyuda')} />
        <TypesField form={fields} known={from?.tipos ?? []} />
        <CheckField
          form={form}
          name="tambien_publicado"
          label={t('alta.tambien')}
          help={t('alta.tambienAyuda')}
        />
        <GroupsField form={form} known={from?.grupos.flatMap(({ personas }) => personas) ?? []} />
      </FormShell>
    </FormPage>
  )
}
