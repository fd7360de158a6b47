// The app that `npm run cloud:smoke` deploys: that of cdk.json, as a stage of its own, of which nothing is kept.
import { App } from 'aws-cdk-lib';
import { cdkContext } from '../cloud-local/context.ts';
import { unveilApp } from '../infra/app.ts';
import { SMOKE_SETTINGS } from './smoke-settings.ts';

// The context that the CDK's own command reads from cdk.json would win over a plain context.
const app = new App({ postCliContext: { unveil: cdkContext(SMOKE_SETTINGS)['unveil'] } });
unveilApp(app);
app.synth();
