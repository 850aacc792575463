import { createFileRoute } from '@tanstack/react-router'
import { AboutPage } from './-about/about-page.tsx'

export const Route = createFileRoute('/_app/about')({ component: AboutPage })
