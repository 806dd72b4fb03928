import {
  type Icon,
  IconCertificate,
  IconFileImport,
  IconInbox,
  IconMailX,
  IconMessageExclamation,
  IconShieldExclamation,
  IconSignature,
  IconUserCheck,
  IconUserEdit,
  IconUserShield,
  IconUserX,
} from '@tabler/icons-react'
import { inbox } from '#contract/inbox.ts'
import { publishing } from '#contract/publishing/publishing.ts'
import type { Concern } from '#contract/shell/shell.ts'
import { paths } from '#web/shared/pages/paths.ts'
import { may, type Viewer } from '#web/shared/session/viewer.ts'

/** One kind of the bell's lines. */
interface ConcernOnScreen {
  mark: Icon
  /** The address that a line leads to. `id` is its single subject; null where it counts several. */
  path: (id: number | null, viewer: Viewer) => string
}

export const concernsOnScreen: Readonly<Record<Concern['clase'], ConcernOnScreen>> = {
  evidencia_difiere: { mark: IconShieldExclamation, path: paths.evidence },
  por_liberar: { mark: IconUserCheck, path: (id) => paths.massive(id ?? undefined) },
  por_aprobar: { mark: IconUserCheck, path: paths.held },
  cambio_por_aceptar: {
    mark: IconUserShield,
    path: (id) => (id ? paths.employee(id) : paths.employees()),
  },
  por_confirmar: { mark: IconUserCheck, path: (id) => (id ? paths.employee(id) : paths.employees()) },
  por_decidir: { mark: IconInbox, path: (id) => paths.inbox(id ?? undefined) },
  cambios_por_decidir: {
    mark: IconUserEdit,
    path: (_, viewer) => (may(viewer, inbox.tasks.need) ? paths.changes() : paths.employees()),
  },
  publicacion_rechazada: { mark: IconUserX, path: (id) => paths.massive(id ?? undefined) },
  documento_rechazado: { mark: IconUserX, path: (id) => (id ? paths.document(id) : paths.documents()) },
  pedido_rechazado: { mark: IconUserX, path: (id) => (id ? paths.employee(id) : paths.employees()) },
  falta_firma_empresa: {
    mark: IconSignature,
    path: (_, viewer) =>
      may(viewer, publishing.sign.need)
        ? paths.publish()
        : `${paths.documents()}?estado=falta_la_firma_de_la_empresa`,
  },
  no_conforme: { mark: IconMessageExclamation, path: paths.disagreements },
  certificado_vence: { mark: IconCertificate, path: paths.certificates },
  correo_fallido: { mark: IconMailX, path: (id) => (id ? paths.document(id) : paths.documents()) },
  invitacion_fallida: { mark: IconMailX, path: (id) => (id ? paths.employee(id) : paths.employees()) },
  importacion: {
    mark: IconFileImport,
    path: (id) => (id ? paths.employeeImport(id) : paths.employeesImport()),
  },
}
