import { expect, test } from 'vitest'
import { employeePaths, paths, sites } from './paths.ts'

test('addresses that people have kept stay as they are', () => {
  expect(
    Object.fromEntries(
      Object.entries(paths).map(([name, path]) => [name, (path as (id: number) => string)(7)]),
    ),
  ).toMatchInlineSnapshot(`
    {
      "account": "/account",
      "certificateCreate": "/certificates/create?reemplaza=7",
      "certificateImport": "/certificates/import?reemplaza=7",
      "certificates": "/certificates",
      "declined": "/employees/declined",
      "disagreements": "/documents/disagreements",
      "document": "/documents/detail/7",
      "documents": "/documents/search",
      "employee": "/employee/7",
      "employeeCreate": "/employees/create",
      "employeeImport": "/employees/import/7",
      "employees": "/employees/list",
      "employeesImport": "/employees/import",
      "folder": "/folder/7",
      "folderCreate": "/folder/create",
      "folderTypes": "/folder/7/subfolder/list",
      "folders": "/folder/list",
      "forbidden": "/403/?ruta=7",
      "home": "/home",
      "missing": "/404/",
      "printedCode": "/employee/7/code",
      "publish": "/documents/publish/personal",
      "type": "/folder/7/subfolder/undefined",
      "typeCreate": "/folder/7/subfolder/create",
      "unknown": "/404NH/?ruta=7",
      "viewAs": "/employee/7/view",
    }
  `)
  expect([employeePaths.documents(), employeePaths.document(7), employeePaths.account()]).toEqual([
    '/',
    '/documentos/7',
    '/cuenta',
  ])
  expect(sites.verification).toBe('/verificar')
})
