import { useViewer } from './viewer.ts'

/** An outside application that one of the viewer's integration profiles opens. */
export interface Application {
  id: number
  nombre: string
  direccion: string
}

/** The viewer's outside applications. */
export function useApplications(): Application[] {
  return useViewer().profile.perfiles.flatMap(({ id, nombre, direccion }) =>
    direccion ? [{ id, nombre, direccion }] : [],
  )
}

/** The attributes of a link to an application, which learns neither our page nor our address. */
export function linkTo({ direccion }: Application) {
  return { href: direccion, target: '_blank', rel: 'noopener noreferrer' } as const
}
