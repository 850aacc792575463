import { listMessages } from '@chuma/db/queries/inbox/inbox'
import { listTemplates } from '@chuma/db/queries/inbox/reply-templates'
import type { Deps } from '../deps.ts'
import { createTemplate } from '../inbox/create-template.ts'
import { sendMessage } from '../inbox/send-message.ts'

const visitor = { member: null, staff: null, apiKey: null, address: null, userAgent: null }
const staff = { name: 'system', address: null }

const MESSAGES = [
  {
    name: 'Achieng Ouma',
    email: 'achieng@demo.chuma',
    subject: 'My withdrawal is still pending',
    message: 'I asked for KES 2,000 on Monday and it still says pending.\n\nIs there something I have to do?',
  },
  {
    name: 'Kiprono Cheruiyot',
    email: 'kiprono@demo.chuma',
    subject: 'Can I change my M-Pesa number?',
    message: 'I have a new line. How do I change the number that you pay to?',
  },
]

const TEMPLATES = [
  {
    name: 'Payout takes a day',
    subject: null,
    text: 'Dear {firstName},\n\nwe look at every withdrawal before it is paid. That takes up to one working day, and you need not do anything.',
  },
  {
    name: 'New M-Pesa number',
    subject: 'Your M-Pesa number',
    text: 'Dear {firstName},\n\nenter the new number the next time you withdraw. The first payout to a new number is looked at by a person.',
  },
]

/** Add messages and reply templates for the demo. Existing ones don't change. */
export async function ensureDemoInbox(deps: Deps): Promise<void> {
  const known = new Set((await listTemplates(deps.db)).map(({ name }) => name))
  for (const template of TEMPLATES) {
    if (!known.has(template.name)) await createTemplate(deps, staff, template)
  }
  const written = new Set((await listMessages(deps.db, { limit: 100 })).map(({ subject }) => subject))
  for (const message of MESSAGES) {
    if (!written.has(message.subject)) await sendMessage(deps, visitor, message)
  }
}
