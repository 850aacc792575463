import './wake-page.ts'
import { watchForm } from './watch-form.ts'

/* The contact page has a form besides what moves on every public page. */
watchForm()
