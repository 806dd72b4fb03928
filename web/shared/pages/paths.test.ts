import { expect, test } from 'vitest'
import { employeePaths, paths, sites } from './paths.ts'

test('addresses that people have bookmarked don’t change', () => {
  expect(
    Object.fromEntries(
      Object.entries(paths).map(([name, path]) => [name, (path as (id: number) => string)(7)]),
    ),
  ).toMatchInlineSnapshot(`
    {
      "account": "/account",
      "billboard": "/billboard",
      "certificateCreate": "/certificates/create?reemplaza=7",
      "certificateImport": "/certificates/import?reemplaza=7",
      "certificates": "/certificates",
      "changes": "/fileUploadResume?ver=cambios",
      "customMail": "/CustomEmails/edit?event=7",
      "customMails": "/CustomEmails/list",
      "declined": "/employees/declined",
      "disagreements": "/documents/disagreements",
      "document": "/documents/detail/7",
      "documents": "/documents/search",
      "employee": "/employee/7",
      "employeeCreate": "/employees/create?7=",
      "employeeImport": "/employees/import/7",
      "employees": "/employees/list",
      "employeesImport": "/employees/import",
      "evidence": "/security/evidence",
      "folder": "/folder/7",
      "folderCreate": "/folder/create",
      "folderTypes": "/folder/7/subfolder/list",
      "folders": "/folder/list",
      "followUp": "/company/process-manager/7",
      "forbidden": "/403/?ruta=7",
      "held": "/fileUploadResume?ver=publicaciones",
      "help": "/help/7",
      "home": "/home",
      "inbox": "/fileUploadResume?abierto=7",
      "integrationProfileFile": "/employees/integration-profile/7",
      "integrationProfiles": "/employees/integration-profile",
      "massive": "/documents/publish/massive?proceso=7",
      "missing": "/404/",
      "notices": "/documents/publish/notifications?proceso=7",
      "permissionMatrix": "/security/permissions",
      "post": "/billboard/edit/7",
      "postCreate": "/billboard/create?copia=7",
      "printedCode": "/employee/7/code",
      "processes": "/company/process-manager",
      "publish": "/documents/publish/personal",
      "reminders": "/documents/publish/signature-reminder?proceso=7",
      "type": "/folder/7/subfolder/undefined",
      "typeCreate": "/folder/7/subfolder/create",
      "undo": "/documents/publish/undo?proceso=7",
      "unknown": "/404NH/?ruta=7",
      "unsubscribe": "/employees/unsubscribe7",
      "unsubscription": "/employees/unsubscribe/7",
      "viewAs": "/employee/7/view",
      "workflow": "/workflow/7",
      "workflowCreate": "/workflow/create",
      "workflows": "/workflow/list",
    }
  `)
  expect([employeePaths.start(), employeePaths.document(7), employeePaths.account()]).toEqual([
    '/',
    '/documentos/7',
    '/cuenta',
  ])
  expect(sites.verification).toBe('/verificar')
})
