import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

/** In a single process the browser ends with its first page; and it is to keep what pages of different origins owe one another, as a user's does. */
const UNWANTED = [
  '--single-process',
  '--no-zygote',
  '--disable-web-security',
  '--disable-site-isolation-trials',
  '--allow-running-insecure-content',
];

/** A real browser that came with the install. */
export async function openBrowser(): Promise<Browser> {
  const args = chromium.args.filter((arg) => !UNWANTED.includes(arg));
  return playwright.launch({ executablePath: await chromium.executablePath(), args: [...args, '--no-sandbox'], headless: true });
}
