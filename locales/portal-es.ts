import access from './es/access.json' with { type: 'json' }
import account from './es/account.json' with { type: 'json' }
import approvals from './es/approvals.json' with { type: 'json' }
import analysis from './es/analysis.json' with { type: 'json' }
import certificates from './es/certificates.json' with { type: 'json' }
import country from './es/country.json' with { type: 'json' }
import employees from './es/employees.json' with { type: 'json' }
import documentActs from './es/document-acts.json' with { type: 'json' }
import documents from './es/documents.json' with { type: 'json' }
import errors from './es/errors.json' with { type: 'json' }
import downloads from './es/downloads.json' with { type: 'json' }
import folders from './es/folders.json' with { type: 'json' }
import frame from './es/frame.json' with { type: 'json' }
import generic from './es/generic.json' with { type: 'json' }
import home from './es/home.json' with { type: 'json' }
import massive from './es/massive.json' with { type: 'json' }
import me from './es/me.json' with { type: 'json' }
import ownAccount from './es/own-account.json' with { type: 'json' }
import papers from './es/papers.json' with { type: 'json' }
import permissions from './es/permissions.json' with { type: 'json' }
import processes from './es/processes.json' with { type: 'json' }
import publishing from './es/publishing.json' with { type: 'json' }
import reminders from './es/reminders.json' with { type: 'json' }
import reports from './es/reports.json' with { type: 'json' }
import screens from './es/screens.json' with { type: 'json' }
import security from './es/security.json' with { type: 'json' }
import shell from './es/shell.json' with { type: 'json' }
import switchWords from './es/switch.json' with { type: 'json' }
import traceability from './es/traceability.json' with { type: 'json' }
import undo from './es/undo.json' with { type: 'json' }
import words from './es/words.json' with { type: 'json' }

/** What the portal says. An area adds its file here and in the other language. */
export const portalWords = {
  access,
  account,
  analysis,
  approvals,
  certificates,
  country,
  documentActs,
  documents,
  employees,
  errors,
  downloads,
  folders,
  frame,
  generic,
  home,
  massive,
  me,
  ownAccount,
  papers,
  permissions,
  processes,
  publishing,
  reminders,
  reports,
  screens,
  security,
  shell,
  switch: switchWords,
  traceability,
  undo,
  words,
}
