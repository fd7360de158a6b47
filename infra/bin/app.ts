import { App } from 'aws-cdk-lib';
import { unveilApp } from '../app.ts';

const app = new App();
unveilApp(app);
app.synth();
