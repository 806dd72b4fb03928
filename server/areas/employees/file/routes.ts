import { employeeFile } from '#contract/employees/file.ts'
import { type Api, route } from '#server/shared/route.ts'
import { showChanges } from './changes.ts'
import { showHistory } from './history.ts'
import { addNote, deleteNote, showNotes } from './notes.ts'

export function registerEmployeeFile(api: Api): void {
  route(api, employeeFile.history, showHistory)
  route(api, employeeFile.changes, showChanges)
  route(api, employeeFile.notes, showNotes)
  route(api, employeeFile.addNote, addNote)
  route(api, employeeFile.deleteNote, deleteNote)
}
