import type { InputOf } from '#contract/call.ts'
import type { workflows } from '#contract/workflows.ts'
import type { Form } from '#web/shared/forms/useForm.ts'

/** The form of a new workflow, or of a draft that is written anew. */
export type WorkflowForm = Form<typeof workflows.create | typeof workflows.save>

export interface Group {
  nombre: string
  todos: boolean
  personas: number[]
}

type Written = InputOf<typeof workflows.create>

/** The groups of a form, in their order. */
export function groupsOf(form: WorkflowForm): Group[] {
  const groups = (form.values.grupos ?? []) as NonNullable<Written['grupos']>
  return groups.map(({ nombre = '', todos = false, personas = [] }) => ({ nombre, todos, personas }))
}

/** The values of a form, as those of a draft. */
export function draftOf(form: WorkflowForm): Written {
  const { nombre, tipos, tambien_publicado, reemplaza } = form.values as Written
  return { nombre, tipos, tambien_publicado, reemplaza, grupos: groupsOf(form), activar: false }
}
