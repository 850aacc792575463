import './wake-page.ts'
import {
  type ContactForm,
  dropDraft,
  findDraft,
  findProblems,
  keepDraft,
  SENDING_MS,
} from '../../inbox/contact/find-problems.ts'
import { findTemplate, showToast } from './show-toast.ts'

type Field = keyof ContactForm
type Problems = Partial<Record<Field, string>>
type Refusal = { fieldErrors?: Partial<Record<Field, string[]>> | null }

const FIELDS = ['name', 'email', 'subject', 'message'] as const

/** The contact form, as `inbox/contact/contact-form.tsx` is in the application. */
function watchForm(): void {
  const form = document.querySelector<HTMLFormElement>('[data-message-form]')
  const button = form?.querySelector<HTMLButtonElement>('[type=submit]')
  if (!form || !button) return
  const restore = () => {
    for (const [field, text] of Object.entries(findDraft())) {
      const control = controlOf(form, field as Field)
      control.value ||= text
    }
  }
  restore()
  // The browser may put back what it remembers after this script has run.
  addEventListener('pageshow', restore)
  form.addEventListener('input', ({ target }) => {
    keepDraft(readForm(form))
    const field = FIELDS.find((name) => controlOf(form, name) === target)
    if (field) setProblem(form, field, undefined)
  })
  let isSending = false
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (isSending) return
    const message = readForm(form)
    // Only which fields have a problem: its words are in the page.
    if (
      showProblems(
        form,
        findProblems(message, (key, ..._values) => key),
      )
    )
      return
    isSending = true
    const says = sayingOf(button)
    const before = says.textContent
    says.textContent = form.dataset.sending ?? before
    button.disabled = true
    button.dataset.disabled = 'true'
    const [outcome] = await Promise.all([send(message), new Promise((done) => setTimeout(done, SENDING_MS))])
    isSending = false
    button.disabled = false
    delete button.dataset.disabled
    says.textContent = before
    if (outcome === 'sent') {
      form.reset()
      dropDraft()
      showToast('sent')
    } else if (!showProblems(form, outcome)) showToast('failed')
  })
}

/** What the server refused; null if it accepted the message. */
async function post(message: ContactForm): Promise<Refusal | null> {
  const lang = document.documentElement.lang
  const response = await fetch('/trpc/inbox.sendMessage', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Accept-Language': lang },
    body: JSON.stringify({ json: message }),
  })
  if (response.ok) return null
  const { error }: { error?: { json?: { data?: Refusal } } } = await response.json()
  return error?.json?.data ?? {}
}

/** `sent`, or what the server says about the fields. */
async function send(message: ContactForm): Promise<'sent' | Problems> {
  try {
    const refusal = await post(message)
    if (!refusal) return 'sent'
    const found = Object.entries(refusal.fieldErrors ?? {})
    return Object.fromEntries(found.map(([field, texts]) => [field, texts[0]]))
  } catch {
    return {}
  }
}

/** Mark the fields with problems and focus the first. Returns whether there are any. */
function showProblems(form: HTMLFormElement, problems: Problems): boolean {
  for (const field of FIELDS) setProblem(form, field, problems[field])
  const first = FIELDS.find((field) => problems[field])
  if (first) controlOf(form, first).focus()
  return first !== undefined
}

function setProblem(form: HTMLFormElement, field: Field, problem: string | undefined): void {
  const control = controlOf(form, field)
  const id = `${control.id}-error`
  document.getElementById(id)?.remove()
  const others = (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter((other) => other && other !== id)
  const marked = [control, control.parentElement]
  if (problem === undefined) {
    control.removeAttribute('aria-invalid')
    for (const element of marked) element?.removeAttribute('data-error')
  } else {
    const error = findTemplate(`[data-problem=${field}]`)
    if (error) {
      error.id = id
      // The server's own words, where it is stricter.
      if (!problem.startsWith('contact.')) error.textContent = problem
      control.closest('.mantine-InputWrapper-root')?.append(error)
    }
    others.unshift(id)
    control.setAttribute('aria-invalid', 'true')
    for (const element of marked) element?.setAttribute('data-error', 'true')
  }
  if (others.length > 0) control.setAttribute('aria-describedby', others.join(' '))
  else control.removeAttribute('aria-describedby')
}

function readForm(form: HTMLFormElement): ContactForm {
  const [name, email, subject, message] = FIELDS.map((field) => controlOf(form, field).value)
  return { name: name ?? '', email: email ?? '', subject: subject ?? '', message: message ?? '' }
}

function controlOf(form: HTMLFormElement, field: Field): HTMLInputElement | HTMLTextAreaElement {
  return form.elements.namedItem(field) as HTMLInputElement | HTMLTextAreaElement
}

/** The innermost element of a button, whose text it is. */
function sayingOf(button: HTMLElement): HTMLElement {
  return button.querySelector<HTMLElement>('.mantine-Button-label') ?? button
}

/* The contact page has a form besides what moves on every public page. */
watchForm()
