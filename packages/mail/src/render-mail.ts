import type { RenderedMail } from '@chuma/contract/mails'
import type { Translate } from './letters.ts'

type Words = { language: string; translate: Translate }
type Action = { label: string; url: string }

/** A letter in the reader's language. */
type Written = {
  to: string
  subject: string
  greeting: string
  /** Paragraphs of plain text. */
  before: string[]
  /** The button for the next step, or null. */
  action: Action | null
  after: string[]
  footer: string
}

// A line break in a subject would start a new header; other control characters only deceive.
// biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the point
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g

/** Render a mail as text and as HTML. Values are escaped here and nowhere else. */
export function renderMail(words: Words, letter: Written): RenderedMail {
  const subject = letter.subject.replace(CONTROL, ' ').trim()
  return { to: letter.to, subject, text: renderText(letter), html: renderHtml(words, { ...letter, subject }) }
}

function renderText({ greeting, before, action, after, footer }: Written): string {
  const link = action ? [`${action.label}:\n${action.url}`] : []
  const blocks = [greeting, ...before, ...link, ...after, `-- \n${footer}`]
  return `${blocks.join('\n\n')}\n`
}

function renderHtml(words: Words, { subject, greeting, before, action, after, footer }: Written): string {
  return `<!doctype html>
<html lang="${words.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:24px;background:#ffffff;color:#1f2933;font:16px/1.5 sans-serif">
<main style="max-width:32rem;margin:0 auto">
${[greeting, ...before].map(renderParagraph).join('\n')}
${action ? renderButton(action) : ''}
${after.map(renderParagraph).join('\n')}
${action ? renderFallback(words, action) : ''}
<p style="margin:24px 0 0;font-size:14px;color:#52606d">${escapeHtml(footer)}</p>
</main>
</body>
</html>
`
}

function renderButton({ label, url }: Action): string {
  return `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0b5d3b;color:#ffffff;font-weight:bold;text-decoration:none">${escapeHtml(label)}</a></p>`
}

function renderFallback({ translate }: Words, { url }: Action): string {
  const address = escapeHtml(url)
  return `<p style="margin:24px 0 0;font-size:14px;color:#52606d">${escapeHtml(translate('linkFallback'))}<br><a href="${address}" style="color:#0b5d3b;word-break:break-all">${address}</a></p>`
}

function renderParagraph(text: string): string {
  return `<p style="margin:0 0 16px;white-space:pre-line">${escapeHtml(text)}</p>`
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escape text for element content and quoted attributes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')
}
