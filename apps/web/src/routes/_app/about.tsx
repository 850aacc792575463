import { createFileRoute } from '@tanstack/react-router'
import { AboutPage } from '../../site/about/about-page.tsx'

export const Route = createFileRoute('/_app/about')({ component: AboutPage })
